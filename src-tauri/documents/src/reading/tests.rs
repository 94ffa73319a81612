use super::*;

#[test]
fn an_old_office_file_is_recognised_by_its_own_streams_not_by_embedded_ones() {
    let check = |streams: &[&str], expect: Result<Kind, Reason>| {
        let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        for stream in streams {
            if let Some((storage, _)) = stream.rsplit_once('/').filter(|it| !it.0.is_empty()) {
                file.create_storage_all(storage).unwrap();
            }
            file.create_stream(stream).unwrap();
        }
        file.flush().unwrap();
        let bytes = file.into_inner().into_inner();
        assert_eq!(compound(&bytes).map_err(|refusal| refusal.reason), expect, "{streams:?}");
    };
    check(&["/Workbook", "/MBD1/WordDocument"], Ok(Kind::Xls));
    check(&["/Book"], Ok(Kind::Xls));
    check(&["/WordDocument", "/ObjectPool/1/Workbook"], Err(Reason::UnknownKind));
    check(&["/EncryptedPackage", "/EncryptionInfo"], Err(Reason::Encrypted));
}
