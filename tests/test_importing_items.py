"""Items and given splits come in from files as people have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Goed, goedish, sql, write

ITEMS = "SELECT word, gold, features, frequency FROM item JOIN feature_set ON feature_set.id = feature_set_id"


def test_items_of_a_unimorph_file(goed: Goed) -> None:
    write(Path("eng"), [["sing", "sang", "V;PST"], ["walk", "walked", "V;PST"]])
    answer = goed("import", "items", "eng")
    assert "new study study.goed" in answer.err
    assert "2 new items" in answer.err
    assert sql(Path("study.goed"), ITEMS) == [("sing", "sang", "V;PST", None), ("walk", "walked", "V;PST", None)]


def test_frequencies_come_with_the_fourth_column_and_add_up_within_a_file(goed: Goed) -> None:
    write(Path("list.txt"), [["go", "went", "V;PST", "3.0"], ["go", "went", "V;PST", "4"], ["see", "saw", "V;PST", ""]])
    for _ in range(2):  # importing the file again does not count twice
        goed("import", "items", "list.txt", "--language", "eng")
    assert sql(Path("study.goed"), ITEMS) == [("go", "went", "V;PST", 7.0), ("see", "saw", "V;PST", None)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("BOM", "\ufeffsing\tsang\tV;PST\n"),
        ("CRLF", "sing\tsang\tV;PST\r\n"),
        ("blank lines", "\nsing\tsang\tV;PST\n\n\n \n"),
        ("no last line end", "sing\tsang\tV;PST"),
        ("white space", " sing \tsang \t V;PST\n"),
        ("lemma, features, form", "sing\tV;PST\tsang\n"),
    ],
)
def test_messy_files_are_read(goed: Goed, name: str, content: str) -> None:
    write(Path("eng"), content)
    goed("import", "items", "eng")
    assert sql(Path("study.goed"), ITEMS) == [("sing", "sang", "V;PST", None)]


def test_decomposed_letters_are_composed(goed: Goed) -> None:
    write(Path("deu"), "Apfel\tA\u0308pfel\tN;NOM;MASC;PL\n")
    goed("import", "items", "deu")
    assert sql(Path("study.goed"), "SELECT gold FROM item") == [("Äpfel",)]


def test_columns_can_be_named_where_they_cannot_be_told(goed: Goed) -> None:
    write(Path("eng"), [["SING", "V;PST", "SANG"]])
    goed("import", "items", "eng", "--columns", "lemma,features,form")
    assert sql(Path("study.goed"), "SELECT gold FROM item") == [("SANG",)]


@pytest.mark.parametrize(
    ("content", "line", "complaint"),
    [
        (b"sing\tsang\tV;PST\nwalk\twalked\n", 2, "2 columns"),
        (b"sing\tsang\tV;PST\nwalk\n", 2, "1 columns"),
        (b"a\tb\tV;PST\t1\tmore\n", 1, "5 columns"),
        (b"sing\tsang\tV;PST\nwalk\t\tV;PST\n", 2, "form is empty"),
        (b"sing\tsang\tV;PST\n\t\tV;PST\n", 2, "lemma is empty"),
        (b"sing\tsang\tV;PST\tfour\n", 1, "not a number"),
        (b"sing\tsang\tV;PST\t-1\n", 1, "not a number"),
        (b"sing\tsang\tV;PST\tnan\n", 1, "not a number"),
        (b"sing\tsang\tV;PST\t1e308\n", 1, "not a number"),
        (b"sing\tsang\tV;PST\nwalk\tw\xe4lked\tV;PST\n", 2, "not UTF-8"),
        (b"sing\tsa\x00ng\tV;PST\n", 1, "NUL"),
        (b"sing\tsa\x1bng\tV;PST\n", 1, "control character"),
        ("sing\tsang\tV;PST\n".encode("utf-16"), 1, "UTF-16"),
        (b"x" * 2_000_000, 1, "bytes"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line_and_nothing_is_imported(
    goed: Goed, study: Path, content: bytes, line: int, complaint: str
) -> None:
    before = study.read_bytes()
    Path("eng").write_bytes(content)
    answer = goed("import", "items", "eng", code=1)
    assert f"eng, line {line}" in answer.err
    assert complaint in answer.err
    assert len(answer.err.splitlines()) == 1
    assert study.read_bytes() == before


def test_one_bad_file_of_a_folder_stops_the_whole_import(goed: Goed, study: Path) -> None:
    before = sql(study, ITEMS)
    write(Path("lists/eng"), [["sing", "sang", "V;PST"]])
    write(Path("lists/fra"), [["chanter"]])
    answer = goed("import", "items", "lists", code=1)
    assert "fra, line 1" in answer.err
    assert sql(study, ITEMS) == before


def test_a_second_gold_is_kept_as_an_accepted_variant(goed: Goed) -> None:
    write(Path("eng"), [["dream", "dreamed", "V;PST", "9"], ["dream", "dreamt", "V;PST", "2"]])
    assert "1 new accepted variant" in goed("import", "items", "eng").err
    assert sql(Path("study.goed"), ITEMS) == [("dream", "dreamed", "V;PST", 9.0)]
    assert sql(Path("study.goed"), "SELECT answer, frequency FROM variant") == [("dreamt", 2.0)]


def test_a_given_split_keeps_its_own_gold(goed: Goed, tmp_path: Path) -> None:
    write(Path("list/eng"), [["find", "fand", "V;PST", "3028"]])
    goed("import", "items", "list/eng")
    write(Path("split/eng_1.train"), [["walk", "walked", "V;PST"]])
    write(Path("split/eng.gold"), [["find", "found", "V;PST"]])
    goed("import", "items", "split", "--as", "split")
    write(Path("predictions/eng_1.test"), [["find", "found", "V;PST"]])
    goed("import", "predictions", "predictions", "--model", "m")
    assert goed("stats", "accuracy", "--format", "json").rows[0]["mean"] == 1.0


def test_counts_only_takes_frequencies_and_adds_no_items(goed: Goed, study: Path) -> None:
    lemma, form, features = goedish(0, 1)[0]
    rows = [[lemma, "otherwise", features, "12"], ["unknown", "unknowns", features, "5"]]
    write(Path("counts.txt"), rows)
    goed("import", "items", "counts.txt", "--language", "qgo", "--counts-only")
    assert sql(study, "SELECT word, gold, frequency FROM item WHERE frequency IS NOT NULL") == [(lemma, form, 12.0)]
    assert sql(study, "SELECT count(*) FROM variant") == [(0,)]


def test_counts_of_inflected_rows_are_summed_for_a_lemma(goed: Goed) -> None:
    write(Path("ara"), [["كِتاب", "كُتُب", "N;NHUM;MASC;PL"]])
    goed("import", "items", "ara")
    counts = [
        ["كِتاب", "الكُتُبِ", "N;NHUM;GEN;DEF;MASC;PL", "10"],
        ["كِتاب", "كُتُباً", "N;NHUM;ACC;INDF;MASC;PL", "2"],
        ["كِتاب", "الكِتابُ", "N;NHUM;NOM;DEF;MASC;SG", "99"],
    ]
    write(Path("ar_freq.txt"), counts)
    goed("import", "items", "ar_freq.txt", "--pattern", "{language}_freq.txt", "--map", "ar=ara", "--counts-only")
    assert sql(Path("study.goed"), "SELECT frequency FROM item") == [(12.0,)]


def test_a_given_split_of_nested_sets(goed: Goed, split_folder: Path) -> None:
    answer = goed("import", "items", split_folder, "--as", "split")
    assert "3 training sets (100, 200, 300)" in answer.err
    assert "models that need one select on dev" in answer.err
    study = Path("study.goed")
    assert sql(study, "SELECT count(*) FROM training_list") == [(1,)]
    for size in (100, 200, 300):
        rows = sql(
            study,
            f"SELECT word FROM training_set JOIN training_item USING (list_id) JOIN item ON item.id = item_id "
            f"WHERE size = {size} AND position < n_items ORDER BY position",
        )
        assert [lemma for (lemma,) in rows] == [lemma for lemma, *_ in goedish(0, size)]
    assert "there already" in goed("import", "items", split_folder, "--as", "split").err


def test_training_sets_that_are_not_nested_are_kept_as_they_are(goed: Goed, split_folder: Path) -> None:
    write(split_folder / "qgo_200.train", goedish(100, 300))
    assert "not nested" in goed("import", "items", split_folder, "--as", "split").err
    goed("run")
    by_size = {row["size"]: row for row in goed("stats", "accuracy", "--part", "core", "--format", "json").rows}
    assert 200 not in by_size  # none of the core words stands in that set
    assert by_size[300]["n_items"] == 100


@pytest.mark.parametrize("ending", ["finetune", "ftune"])
def test_a_fine_tune_part_is_kept_apart_and_belongs_to_the_size(goed: Goed, split_folder: Path, ending: str) -> None:
    for size in (100, 200, 300):
        rows = goedish(0, size)
        write(split_folder / f"qgo_{size}.train", [row for place, row in enumerate(rows) if place % 5])
        write(split_folder / f"qgo_{size}.{ending}", rows[::5])
    answer = goed("import", "items", split_folder, "--as", "split")
    assert "select on dev" not in answer.err
    assert "3 training sets (100, 200, 300)" in answer.err
    parts = sql(Path("study.goed"), "SELECT is_finetune, count(*) FROM training_item GROUP BY 1")
    assert parts == [(0, 240), (1, 60)]


def test_sizes_and_languages_that_are_words_are_mapped(goed: Goed) -> None:
    write(Path("given/goedish_small.train"), goedish(0, 80))
    write(Path("given/goedish.dev"), goedish(80, 90))
    write(Path("given/goedish.gold"), goedish(90, 100))
    goed("import", "items", "given", "--as", "split", "--map", "small=100", "goedish=qgo")
    assert sql(
        Path("study.goed"), "SELECT language, size, name, n_items FROM training_set JOIN split ON id = split_id"
    ) == [("qgo", 100, "small", 80)]
    write(Path("predicted/goedish_small.test"), goedish(90, 100))
    goed("import", "predictions", "predicted", "--model", "m", "--map", "goedish=qgo")


def test_a_size_that_is_an_unknown_word_is_the_number_of_items(goed: Goed) -> None:
    write(Path("given/qgo_large.train"), goedish(0, 80))
    write(Path("given/qgo.test"), goedish(90, 100))
    goed("import", "items", "given", "--as", "split")
    assert sql(Path("study.goed"), "SELECT size, name FROM training_set") == [(80, "large")]


def test_other_namings_by_pattern(goed: Goed) -> None:
    for sampling in ("uniform", "weighted"):
        for seed in (0, 1):
            stem = f"data/{sampling}/s{seed}/qgo"
            write(Path(f"{stem}.100.trn"), goedish(seed, 100 + seed))
            write(Path(f"{stem}.100.ft"), goedish(200, 225))
            write(Path(f"{stem}.100.dev"), goedish(300, 310))
            write(Path(f"{stem}.100.tst"), goedish(310, 330))
    pattern = "{sampling}/s{seed}/{language}.{size}.{part}"
    goed("import", "items", "data", "--as", "split", "--pattern", pattern, "--map", "ft=finetune")
    rows = goed("status", "--format", "json").rows
    names = [row["name"] for row in rows if row["what"] == "split"]
    assert names == ["uniform 0", "uniform 1", "weighted 0", "weighted 1"]


def test_a_split_of_the_same_name_must_be_the_same(goed: Goed, study: Path, split_folder: Path) -> None:
    before = study.read_bytes()
    write(split_folder / "qgo.gold", goedish(350, 420))
    write(split_folder / "qgo.test", goedish(350, 420))
    assert "--sampling" in goed("import", "items", split_folder, "--as", "split", code=1).err
    assert sql(study, "SELECT count(*) FROM source") == [(1,)]
    assert len(before) == study.stat().st_size
    goed("import", "items", split_folder, "--as", "split", "--sampling", "shorter")


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"qgo_9.train": goedish(0, 9)}, "no dev, test or gold"),
        ({"qgo_9.train": goedish(0, 9), "qgo.test": [["a", "N;PL"]]}, "no gold forms"),
        ({"qgo.gold": goedish(0, 9), "qgo.test": [["nobody", "N;PL"]]}, "qgo.test, line 1"),
        ({"qgo.gold": goedish(0, 9), "qgo.test": [[""], *goedish(0, 2), ["nobody", "x", "N;PL"]]}, "qgo.test, line 4"),
        ({"qgo_9.train": [], "qgo.gold": goedish(0, 9)}, "is empty"),
        ({"qgo_1.dev": goedish(0, 9), "qgo_2.dev": goedish(1, 9)}, "the same at every size"),
        ({"notes.md": [["nothing"]]}, "no file is named as expected"),
        ({}, "it is empty"),
    ],
)
def test_splits_that_do_not_fit_together(
    goed: Goed, files: dict[str, list[list[str]]], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "given").mkdir()
    for name, rows in files.items():
        write(tmp_path / "given" / name, rows)
    assert complaint in goed("import", "items", "given", "--as", "split", code=1).err
    assert not Path("study.goed").exists()


@pytest.mark.parametrize("name", ["qgo_99999999999999999999.train", "q!_100.train"])
def test_names_that_say_nonsense(goed: Goed, split_folder: Path, name: str) -> None:
    write(split_folder / name, goedish(0, 9))
    goed("import", "items", split_folder, "--as", "split", code=1)
    assert not Path("study.goed").exists()


def test_devices_and_empty_folders_are_no_items(goed: Goed) -> None:
    Path("empty").mkdir()
    assert "no file that can be read" in goed("import", "items", "/dev/zero", "--language", "eng", code=1).err
    assert "no file in it" in goed("import", "items", "empty", "--language", "eng", code=1).err
    assert not Path("study.goed").exists()


def test_a_language_that_is_not_said(goed: Goed) -> None:
    write(Path("en_freq.txt"), [["go", "went", "V;PST", "3.0"]])
    assert "--language" in goed("import", "items", "en_freq.txt", code=1).err


def test_the_real_split_and_lists_come_in(goed: Goed, shared: Path) -> None:
    goed("import", "items", shared / "sigmorphon2022" / "part2", "--as", "split")
    answer = goed(
        "import", "items", shared / "frequency", "--pattern", "{language}_freq.txt",
        "--map", "en=eng", "de=deu", "ar=ara", "--counts-only",
    )  # fmt: skip
    assert "eng: 0 new items" in answer.err
    items = {
        row["language"]: row["number"] for row in goed("status", "--format", "json").rows if row["what"] == "items"
    }
    assert items == {"ara": 1943, "deu": 1700, "eng": 2054}
    (went,) = sql(Path("study.goed"), "SELECT frequency FROM item WHERE gold = 'went'")
    assert went[0] > 1000
    goed("check")


def test_the_frequency_lists_can_be_items_too(goed: Goed, shared: Path) -> None:
    goed(
        "import",
        "items",
        shared / "frequency",
        "--pattern",
        "{language}_freq.txt",
        "--map",
        "en=eng",
        "de=deu",
        "ar=ara",
    )
    rows = goed("status", "--format", "json").rows
    items = {row["language"]: row["number"] for row in rows if row["what"] == "items" and row["name"] != "generic"}
    assert (items["eng"], items["deu"]) == (16528, 10501)
    goed("check")


def test_the_parted_sets_come_in(goed: Goed, shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "both"
    folder.mkdir()
    source = shared / "sigmorphon2022"
    for path in [*(source / "parted").iterdir(), *(source / "part2").glob("???.*")]:
        (folder / path.name).write_bytes(path.read_bytes())
    answer = goed("import", "items", folder, "--as", "split")
    assert "eng given 0: 2 training sets (300, 1000, not nested)" in answer.err
    assert "select on dev" not in answer.err


def test_a_file_of_more_items_than_memory_should_hold_is_refused_with_the_line(
    goed: Goed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goed.sources.items.MAX_ITEMS", 10)
    goed("import", "items", write(Path("qgo"), goedish(0, 10)))
    answer = goed("import", "items", write(Path("qgo"), goedish(0, 11)), code=1)
    assert "qgo, line 11: has more than 10 items; part it into files" in answer.err


def test_two_uses_of_a_word_in_a_corpus_are_no_variants_of_each_other(goed: Goed) -> None:
    """Two forms of a verb are both right wherever it is asked for; a noun is no verb that stands in the same text."""
    from goed.study.items import NewItem, add_items
    from goed.study.study import Study

    goed("init", "--study", "study.goed")
    with Study.open(Path("study.goed")) as study, study.transaction() as db:
        uses = [NewItem("run", "N", "", corpus_id=1), NewItem("run", "V", "", 2.0, corpus_id=1)]
        added = add_items(db, "eng", [*uses, NewItem("run", "V", "", corpus_id=1, token=4), *uses], "text", None)
        again = add_items(db, "eng", [*uses, NewItem("run", "N", ""), NewItem("run", "V", "")], "text", None)
    assert (added.items, added.variants, again.items, again.variants) == (3, 0, 1, 1)
    found = sql(Path("study.goed"), "SELECT gold, token, frequency FROM item WHERE corpus_id = 1 ORDER BY gold, token")
    assert found == [("N", 0, None), ("V", 0, 4.0), ("V", 4, None)]
