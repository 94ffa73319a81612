"""Makes languages.json: what multilingual.mjs subtracts from the vectors of multilingual-e5-small.

    python3 -m venv v && v/bin/pip install numpy onnxruntime==1.27.0 tokenizers==0.23.2
    git worktree add DOCS b4a4b3cd
    v/bin/python scripts/embedding/languages.py MODEL DOCS OUT.json

MODEL is what ../shared/examples/multilingual/make.py makes as `mixed --scripts` (its README says how). The output of that
model is the vector before the subtraction, the node `vector` in the app's model. The app's model also knows the pieces of
rarer scripts: in two of the texts, it knows one letter more, which changes no number by more than .0009. For the vector v,
the mean m of all vectors, and the orthogonal directions D in which the means of languages differ most:

    new vector = w / |w|,    w = v - .7 DᵀD v - offset,    offset = .82 (m - .7 DᵀD m)

The texts are xquad's paragraphs and questions in four languages, notes of ../shared/data/vaults and of the sample vault,
documentation, claims and their passages (../shared/data/support), chunking-eval's questions, and 120 messages in 15
languages. The messages come from Debian 12's packages appstream, apt, at-spi2-common, gcr, gnome-keyring, iso-codes,
libapt-pkg6.0, libgdk-pixbuf2.0-common, libglib2.0-data, libgtk2.0-common, libgtk-3-common, libgtk-4-common, libpam-runtime,
libsecret-common, libwebkit2gtk-4.1-0 and xkb-data. DOCS has the documentation and the sample vault as they were measured.

nDCG@10 of xquad's notes (means and directions from one half of the articles, the search in the other), and the shares of the
right and of random pairs of question and passage with a cosine of at least .25, as the mean of 19 sets:

                   notes in one language   a vault of four: notes in the   cosine >= .25
                     de    zh   en to zh   question's language, others     right  random
    raw             .985  .984    .933           .995   .686               1.000  1.000
    minus a mean    .980  .983    .942           .995   .667                .844   .081
    3 components    .984  .984    .952           .993   .906                .809   .006
    chosen          .982  .982    .951           .989   .943                .961   .032

"3 components" also loses the first three principal components. all-MiniLM-L6-v2 has shares of .928 and .021 in English: .82
of the mean comes near (.85: .932 and .019). A damping of .5 gives .992 and .913 in the vault of four languages, 1 gives .986
and .951. Asked for a message by its translation, the first result is right for .806 (raw), with 8 directions for .919, with
12 for .935, with 16 for .940.
"""

import gettext
import json
import pathlib
import random
import re
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
SHARE, DAMPING, DIRECTIONS = 0.82, 0.7, 12
LANGUAGES = "en de es zh".split()
TRANSLATIONS = "de es zh_CN fr it pt_BR ru ja ko pl nl ar tr cs".split()
# Of two translations of a message, that of the first catalogue counts.
CATALOGUES = (
    "gtk20-properties gtk40 gtk20 gtk30 gdk-pixbuf glib20 Linux-PAM WebKitGTK-4.1 appstream apt at-spi2-core gcr gnome-keyring "
    "iso_3166-1 iso_3166-3 iso_4217 libapt-pkg6.0 libsecret xkeyboard-config"
).split()
# The order of the samples matters: documentation, vaults, claims, their passages.
chance = random.Random(1)


def sample(count, texts):
    return texts if len(texts) <= count else chance.sample(texts, count)


def rows(file, key):
    return [json.loads(line)[key] for line in (DATA / file).read_text("utf8").splitlines()]


def paragraphs(language):
    files = (DATA / f"retrieval/xquad-{language}/vault").iterdir()
    return [part.strip() for file in files for part in re.split(r"^## \d+\n\n", file.read_text("utf8"), flags=re.M)[1:]]


def sections(text):
    """The text, or if it's long, its sections, cut at blank lines after about 1500 characters."""
    if len(text) <= 1500:
        return [text]
    parts = []
    for section in re.split(r"(?m)^(?=#{1,4} )", text):
        parts.append("")
        for paragraph in re.split(r"\n\n+", section):
            if parts[-1] and len(parts[-1]) + len(paragraph) > 1500:
                parts.append("")
            parts[-1] += paragraph + "\n\n"
    return [part.strip()[:4000] for part in parts]


def passages(files):
    texts = (re.sub(r"\A---\n.*?\n---\n", "", file.read_text("utf8"), flags=re.S) for file in sorted(files))
    return [part for text in texts for part in sections(text.strip()) if part]


def messages():
    """120 messages without placeholders and markup, in English and in each other language."""
    found = {}
    for language in TRANSLATIONS:
        for name in CATALOGUES:
            file = pathlib.Path(f"/usr/share/locale/{language}/LC_MESSAGES/{name}.mo")
            # gettext has no public list of a catalogue's messages. The key of a message with a plural is a tuple.
            catalogue = gettext.GNUTranslations(file.open("rb"))._catalog if file.exists() else {}
            for message, translation in catalogue.items():
                plain = isinstance(message, str) and translation != message and not re.search(r"[%<\\]", message)
                if plain and 35 < len(message) < 300 and len(message.split()) > 5:
                    found.setdefault(message.strip(), {"en": message}).setdefault(language, translation)
    complete = sorted(message for message, versions in found.items() if len(versions) == 1 + len(TRANSLATIONS))
    chosen = random.Random(3).sample(complete, 120)
    return [[" ".join(found[message][language].split()) for message in chosen] for language in ["en", *TRANSLATIONS]]


def embed(session, tokenizer, texts):
    inputs = (np.array([tokenizer.encode(text).ids], np.int64) for text in texts)
    return np.array([session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0] for ids in inputs])


def mean(groups):
    """The mean in which each group of vectors weighs the same."""
    return np.mean([group.mean(0) for group in groups], axis=0)


def main():
    model, docs, out = (pathlib.Path(argument) for argument in sys.argv[1:4])
    session = onnxruntime.InferenceSession(str(model / "multilingual-e5-small-mixed.onnx"), providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.enable_truncation(512)
    translations = messages()
    documents = [sample(150, passages((docs / folder).glob("*.md"))) for folder in ("docs", "docs/de")]
    vaults = [sample(120, passages(vault.rglob("*.md"))) for vault in sorted((DATA / "vaults").iterdir())]
    claims = sample(200, rows("support/wice-dev.jsonl", "claim")) + rows("support/subjects-dev.jsonl", "claim")
    wice = [text[:3000] for text in sample(120, rows("support/wice-dev.jsonl", "text"))]
    subjects = list(dict.fromkeys(rows("support/subjects-dev.jsonl", "text")))
    ours = passages((docs / "sample-vault").rglob("*.md"))
    chunking = rows("retrieval/chunking-eval/queries.jsonl", "text")
    questions = [rows(f"retrieval/xquad-{language}/queries.jsonl", "text") for language in LANGUAGES]
    kinds = {
        "passage": ([sum(vaults, []), *documents, ours, wice, subjects], [paragraphs(language) for language in LANGUAGES]),
        "query": ([chunking, claims], questions),
    }
    means, languages = [], []
    for kind, (groups, xquad) in kinds.items():
        vectors = lambda texts: embed(session, tokenizer, [f"{kind}: {text}" for text in texts])
        parallel = [[vectors(texts) for texts in versions] for versions in (translations, xquad)]
        means.append(mean([vectors(texts) for texts in groups] + [np.concatenate(versions) for versions in parallel]))
        # How the languages' means differ from the mean of all languages.
        languages += [[version.mean(0) for version in versions] - mean(versions) for versions in parallel]
    directions = np.linalg.svd(np.concatenate(languages), full_matrices=False)[2][:DIRECTIONS]
    centre = SHARE * np.mean(means, axis=0)
    offset = centre - DAMPING * (centre @ directions.T) @ directions
    offset, *directions = (json.dumps([round(float(number), 5) for number in row]) for row in (offset, *directions))
    lines = ",\n    ".join(directions)
    out.write_text(f'{{\n  "damping": {DAMPING},\n  "offset": {offset},\n  "directions": [\n    {lines}\n  ]\n}}\n')


main()
