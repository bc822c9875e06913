"""Every command that reads a file: how it is called, a valid file for it, and words that mean something to it."""

from __future__ import annotations

from dataclasses import dataclass

from hostile import material


@dataclass(frozen=True)
class Reader:
    """One way to read one file."""

    name: str
    file: str
    valid: bytes
    arguments: tuple[str, ...]
    pieces: tuple[bytes, ...] = ()
    from_stdin: bool = False
    weight: int = 2  # of all cases, so many shares
    has_one_right_file: bool = False  # a damaged one cannot be taken in


COLUMNS = (b"language", b"lemma", b"features", b"gold", b"predicted", b"pred_class", b"flags", b"source", b"note")
HEADERS = (b"lemma", b"form", b"features", b"frequency", b"gold", b"count", b"LEMMA\tTAGS", b"lemma,form,features\n")
CLASSES = (b"suffix", b"stem", b"bare", b"?", b"variant", b"gold-error", b"a->b", b"disputed", b"deu", b"correct")
NUMBERS = (
    b"0.5",
    b"100",
    b"-1",
    b"1e400",
    b"nan",
    b"NA",
    b"1e-400",
    b"99999999999999999999",
    b"1e308",
    b"50 %",
    b"0,5",
)
TOML = (
    b"1", b"-1", b"0", b"1.5", b"1e400", b"nan", b"inf", b"true", b"[]", b"{}", b"[[]]", b'""', b'"a"', b"'''", b'"""',
    b"1979-05-27", b"1979-05-27T07:32:00Z", b"0x7fffffffffffffffffff", b'"1:9999999:1"', b"[9999999]", b'"0:9999"',
    b'"\\u0000"', b'"\\uD800"', b'"\\u202e"', b"{a = {b = {c = 1}}}", b"[[[[[[1]]]]]]", b'"../../.."', b'"/dev/zero"',
    b"[models]", b"[[models]]", b"[models.mine.x]", b"[splits]", b"[[splits]]", b"[splits.deu]", b"[runs]", b"[report]",
    b"[data.frequencies]", b"[[predictions]]", b'["nonneur", "nonneur"]', b'"weighted"', b"a.b.c.d = 1", b"[a.b.c]",
    b'"{language}{seed}{size}{part}{model}"', b'"{language"', b'"{language}/*"', b'"["', b"{ a = 1, b = [2] }",
    b'"$(touch x) {test} {out}"', b'"\'"', b"99999999999999999999999", b"time_limit = 1e400", b"10_000_000", b"9999999",
)  # fmt: skip

TREEBANK = (b"\t", b"\n\n", b"_", b"-1", b"0", b"99", b"1-2", b"1.1", b"#", b"# c\t", b".", b"\xd9\xa2", b"9" * 400)
TAGGED = (b"/", b"\t", b"_", b"//", b"/_", b" ", b"\xc2\xa0", b"a/b/c", b"\t\t")
DERIVATION = (
    b"(<T", b"(<L", b">)", b")", b"(", b"\\", b"/", b"[conj]", b"{_}", b"{a}", b"<1>", b"<99>", b"NP/N", b"S\\NP", b",",
    b"0 2>", b"0 1>", b"(" * 2_000, b"/NP" * 2_000, b"(NP/NP)/" * 500, b"ID=", b"<s>", b"<\\s>", b"<c>", b"_1",
    b"conj", b"999999",
)  # fmt: skip

READERS = [
    Reader("items", "qgo.txt", material.ITEMS, ("import", "items", "qgo.txt", "--language", "qgo"), weight=4),
    Reader("items by pattern", "go_x.txt", material.ITEMS,
           ("import", "items", ".", "--pattern", "{language}_x.txt", "--map", "go=qgo")),
    Reader("items in named columns", "qgo", material.ITEMS,
           ("import", "items", "qgo", "--columns", "lemma,features,form")),
    Reader("items with a header", "qgo.txt", material.ITEMS_TSV, ("import", "items", "qgo.txt", "--language", "qgo"),
           HEADERS),
    Reader("items in csv", "qgo.txt", material.ITEMS_TSV.replace(b"\t", b","),
           ("import", "items", "qgo.txt", "--language", "qgo"), (*HEADERS, b'"', b",", b";", b'",')),
    Reader("items as a split", "new/qgo_10.train", material.TRAINING,
           ("import", "items", "new", "part2/qgo.dev", "part2/qgo.gold", "--as", "split", "--sampling", "mine"),
           weight=3),
    Reader("a split that is there already", "part2/qgo_10.train", material.TRAINING,
           ("import", "items", "part2", "--as", "split"), has_one_right_file=True),
    Reader("gold items of a split", "new/qgo.gold", material.TRAINING,
           ("import", "items", "new", "part2/qgo_10.train", "--as", "split", "--sampling", "mine")),
    Reader("questions of a split", "new/qgo.test", b"".join(
        b"\t".join([line.split(b"\t")[0], line.split(b"\t")[2]]) + b"\n" for line in material.PREDICTIONS.splitlines()),
        ("import", "items", "new", "part2/qgo.gold", "part2/qgo_10.train", "--as", "split", "--sampling", "mine")),
    Reader("counts", "qgo.txt", material.COUNTS, ("import", "items", "qgo.txt", "--language", "qgo", "--counts-only")),
    Reader("predictions", "qgo_20.dev", material.PREDICTIONS,
           ("import", "predictions", "qgo_20.dev", "--model", "new", "--part", "test"), weight=5),
    Reader("predictions with a header", "qgo_20.dev", b"lemma\tpredicted\tfeatures\n" + material.PREDICTIONS,
           ("import", "predictions", "qgo_20.dev", "--model", "new", "--part", "test"), HEADERS, weight=1),
    Reader("predictions by options", "p.txt", material.PREDICTIONS,
           ("import", "predictions", "p.txt", "--model", "theirs", "--language", "qgo", "--size", "20", "--part",
            "test", "--replace"), weight=2),
    Reader("labels in tsv", "mine.tsv", material.LABELS_TSV,
           ("import", "labels", "mine.tsv", "--annotator", "dan", "--all"), COLUMNS + CLASSES, weight=4),
    Reader("labels in csv", "mine.csv", material.LABELS_CSV,
           ("import", "labels", "mine.csv", "--annotator", "dan"), COLUMNS + CLASSES, weight=4),
    Reader("labels in jsonl", "mine.jsonl", material.LABELS_JSONL,
           ("import", "labels", "mine.jsonl", "--annotator", "dan"),
           (*COLUMNS, *CLASSES, b'"lemma"', b"null", b"1e999", b"NaN", b"[1]", b'{"a":1}', b'"\\ud83d"', b"1" * 5000,
            b"[" * 3000, b'"\\u0000"', b"true", b"-0", b"1.0"), weight=4),
    Reader("labels in parquet", "mine.parquet", material.LABELS_PARQUET,
           ("import", "labels", "mine.parquet", "--annotator", "dan"), COLUMNS + CLASSES, weight=3),
    Reader("a filter", "any.tsv", material.LABELS_TSV, ("classify", "any.tsv"), COLUMNS + CLASSES, weight=3),
    Reader("a filter in csv", "any.csv", material.LABELS_CSV, ("classify", "any.csv", "--language", "deu"), COLUMNS),
    Reader("a filter of stdin", "-", material.LABELS_TSV, ("classify", "-", "--language", "ara"), COLUMNS,
           from_stdin=True),
    Reader("models of one's own", "models.toml", material.CONFIGURATION,
           ("run", "--config", "models.toml", "--number", "1"), TOML, weight=4),
    Reader("a declaration that is shown", "d.toml", material.DECLARATION, ("make", "d.toml", "--show"), TOML, weight=1),
    Reader("a declaration", "d.toml", material.DECLARATION,
           ("make", "d.toml", "--study", "made.goed", "--jobs", "1"), TOML, weight=4),
    Reader("accuracies", "a.csv", material.ACCURACIES, ("stats", "accuracy", "--input", "a.csv"), NUMBERS, weight=3),
    Reader("accuracies of seeds", "a.csv", material.ACCURACIES,
           ("stats", "seeds", "--input", "a.csv", "--average", "language"), NUMBERS, weight=2),
    Reader("accuracies of strategies", "a.csv", material.ACCURACIES,
           ("stats", "sampling", "--input", "a.csv"), NUMBERS, weight=2),
    Reader("accuracies of a regression", "a.csv", material.ACCURACIES,
           ("stats", "regression", "--input", "a.csv"), NUMBERS, weight=2),
    Reader("effects of a regression", "a.csv", material.ACCURACIES,
           ("stats", "regression", "--input", "a.csv", "--effects", "--response", "range"), NUMBERS, weight=1),
    Reader("expectations", "e.tsv", material.EXPECTATIONS,
           ("stats", "expectations", "--expectations", "e.tsv", "--draws", "100"),
           (b"shape", b"u-shaped", b"spell", b"early", b"any\xe2\x86\x92irr / wrong:irr",
            b"> nan", b"< inf", b"*", b"/",
            b"= u-shaped", b"core", b"held-out", b"difference", *NUMBERS), weight=2),
    Reader("PASCAL's treebanks", "t.pascal", material.PASCAL,
           ("score", "dependencies", "t.pascal", "--baseline", "random", "--show", "wrong"), TREEBANK, weight=1),
    Reader("universal treebanks", "t.conllu", material.CONLL_U,
           ("score", "dependencies", "t.conllu", "t.conllu", "--show", "relations"), TREEBANK, weight=1),
    Reader("tags of a treebank", "t.pascal", material.PASCAL,
           ("score", "categories", "t.pascal", "t.pascal", "--types", "--predicted-column", "deprel", "--unclustered",
            "split"), TREEBANK, weight=1),
    Reader("word/TAG text", "t.txt", material.SLASHED,
           ("score", "categories", "--train", "t.txt", "--test", "t.txt", "--unclustered", "merge"), TAGGED, weight=1),
    Reader("words with clusters", "lexicon", material.TWO_COLUMNS,
           ("score", "categories", "gold.columns", "lexicon", "--lexicon", "--unclustered", "split", "--show",
            "errors"), TAGGED, weight=1),
    Reader("a corpus of trees", "t.conllu", material.CONLL_U,
           ("import", "corpus", "t.conllu", "--language", "qgo", "--dev", "1"),
           (*TREEBANK, b"# newdoc id = x", b"# age_days = 5", b"# age_days = 1e400", b"# speaker = \x1b[31m"),
           weight=2),
    Reader("a corpus of tagged text", "t.txt", b"# child=eve file=eve01 age_days=548\n" + material.SLASHED,
           ("import", "corpus", "t.txt", "--language", "qgo"),
           (*TAGGED, b"# child=x", b"age_days=nan", b"age_days=-1e9"), weight=2),
    Reader("derivations", "t.auto", material.DERIVATIONS,
           ("score", "ccg", "t.auto", "t.auto", "--show", "dependencies"), DERIVATION, weight=2),
    Reader("deep dependencies", "t.deps", material.DEEP_DEPENDENCIES, ("score", "ccg", "t.deps", "t.deps"), DERIVATION,
           weight=1),
    Reader("deep dependencies of CCGbank", "t.parg", material.PARG, ("score", "ccg", "t.parg", "t.parg"), DERIVATION,
           weight=1),
    Reader("marked-up categories", "markup", material.MARKUP,
           ("score", "ccg", "trees.auto", "trees.auto", "--markup", "markup"), DERIVATION, weight=1),
]  # fmt: skip
