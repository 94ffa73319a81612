use super::*;

#[test]
fn rows_of_both_rankings_come_first() {
    let check = |rankings: &[(&[i64], f64)], expect: &[i64]| {
        let rankings: Vec<_> =
            rankings.iter().map(|&(rows, weight)| Ranking { rows, weight }).collect();
        let mut rows: Vec<_> = fuse(&rankings).into_iter().collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), expect);
    };
    check(&[], &[]);
    check(&[(&[3, 1, 2], 1.0)], &[3, 1, 2]);
    check(&[(&[1, 2], 1.0), (&[3, 2], 1.0)], &[2, 1, 3]);
    // A low weight swaps neighbours and appends rows.
    check(&[(&[1, 2, 3], 1.0), (&[4, 3], 0.2)], &[1, 3, 2, 4]);
    check(&[(&[1], 1.0), (&[2], 0.0)], &[1, 2]);
}
