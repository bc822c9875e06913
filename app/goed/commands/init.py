"""`goed init`: makes a new study."""

from __future__ import annotations

from pathlib import Path

import click

from goed.commands.options import Command, multi_value_option, plural, study_option, talk


@click.command(cls=Command)
@multi_value_option("--language", "languages", "L ...", "Only these of the embedded languages.")
@click.option("--empty", is_flag=True, help="Without the embedded items.")
@study_option
def command(languages: tuple[str, ...], empty: bool, study: Path) -> None:
    """Make a new study.

    It starts with goed's embedded items, unless --empty says otherwise.
    """
    from goed.sources.embedded_items import add_embedded_items, chosen_languages
    from goed.study.study import Study
    from goed.study.study_files import create_study

    chosen = [] if empty else chosen_languages(languages)
    n_items = {}

    def fill(new: Study) -> None:
        for language in chosen:
            n_items[language] = add_embedded_items(new, language).items

    create_study(study, fill).close()
    talk(f"new study {study}")
    talk(*(f"{language}: {plural(number, 'item')}" for language, number in n_items.items()))
