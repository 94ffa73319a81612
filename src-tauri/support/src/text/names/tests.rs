use super::*;

#[test]
fn a_name_is_found_however_it_is_written() {
    let check = |text: &str, sentence: &str, word: &str, expect: bool| {
        let words: Vec<(usize, &str)> = sentence.unicode_word_indices().collect();
        let at = words.iter().position(|(_, it)| *it == word).unwrap();
        let name = Name::within(sentence, &words, at);
        assert_eq!(Names::new(text).has(&name), expect, "{text} / {sentence}");
    };
    check("Anna’s bread", "by Anna", "Anna", true);
    check("Anne’s bread", "by Anna", "Anna", false);
    check("in Canada", "a Canadian baker", "Canadian", true);
    check("Maria's oven", "by Marie", "Marie", false);
    check("the Freer Gallery", "the Freer Galleries", "Galleries", true);
    check("French bread", "bread of France", "France", true);
    check("the WHO says", "the World Health Organization says", "Health", true);
    check("World Cup", "the World Health Organization says", "Health", false);
    check("the US mint", "the United States mint", "States", true);
    check("the U.S. mint", "the United States mint", "United", true);
    check("the United States mint", "the US mint", "US", true);
    check("the Food and Drug Administration", "the FDA", "FDA", true);
    check("light-emitting diodes", "such as LEDs", "LEDs", true);
    check("a light emitting diode", "an LED", "LED", true);
    check("an apple is", "the AI", "AI", false);
    check("He told us of a kettle.", "in the US", "US", false);
    check("the Ibero-American cup", "the Iberoamerican cup", "Iberoamerican", true);
    check("see some_name", "in NAME", "NAME", true);
}
