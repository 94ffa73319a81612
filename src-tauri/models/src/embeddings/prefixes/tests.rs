use super::*;

#[test]
fn prefixes_follow_the_models_name() {
    fn check(model: &str, query: &str, passage: &str) {
        let prefixes = Prefixes::of(model);
        assert_eq!(prefixes.before("x", Purpose::Query), format!("{query}x"), "{model}");
        assert_eq!(prefixes.before("x", Purpose::Passage), format!("{passage}x"), "{model}");
    }
    for model in ["nomic-embed-text:latest", "text-embedding-nomic-embed-text-v1.5"] {
        check(model, "search_query: ", "search_document: ");
    }
    for model in ["intfloat/multilingual-e5-small", "e5-large-v2", "E5-Base"] {
        check(model, "query: ", "passage: ");
    }
    for model in
        ["multilingual-e5-large-instruct", "e5-mistral-7b-instruct", "qwen3-embedding:0.6b"]
    {
        check(model, INSTRUCT, "");
    }
    for model in [
        "mxbai-embed-large",
        "BAAI/bge-small-en-v1.5",
        "bge-large:latest",
        "snowflake-arctic-embed:33m",
    ] {
        check(model, SENTENCE, "");
    }
    check("snowflake-arctic-embed2", "query: ", "");
    check("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", "");
    check("embeddinggemma:300m", "task: search result | query: ", "title: none | text: ");
    for model in ["bge-m3", "all-minilm", "text-embedding-3-small", "granite-embedding:30m"] {
        check(model, "", "");
    }
}
