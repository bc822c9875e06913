"""Which part of the grid is selected: by languages, corpora, samplings, models, sizes and so on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from goed.errors import WrongUsageError, unknown_name_error

if TYPE_CHECKING:  # the command line makes selections for commands that open no study
    from goed.study.study import Study

There = Mapping[str, Collection[Any]]

NOUNS = {  # field → what one of its values is called
    "languages": "language",
    "corpora": "corpus",
    "samplings": "sampling",
    "models": "model",
    "sizes": "size",
    "seeds": "seed",
    "parts": "part",
    "run_numbers": "run",
}


@dataclass(frozen=True)
class Selection:
    """Which cells of the grid are included; None stands for all."""

    languages: Collection[str] | None = None
    samplings: Collection[str] | None = None
    models: Collection[str] | None = None
    sizes: Collection[int | str] | None = None
    parts: Collection[str] | None = None
    domain: str | None = None
    seeds: Collection[int] | None = None
    run_numbers: Collection[int] | None = None  # of existing runs
    corpora: Collection[str] | None = None

    def has(self, observed: object, **more: object) -> bool:
        """Whether something is included: a part of a run, a row of a table, or a split, with `more` values of it.

        What it does not have is not compared: a split, for example, has no model.
        """
        for field, noun in NOUNS.items():
            names = getattr(self, field)
            if names is not None:
                value = more.get(noun, getattr(observed, noun, None))
                if value is not None and value not in names:
                    return False
        return self.domain in (None, getattr(observed, "domain", None))

    def on_test(self) -> Selection:
        """The same selection, limited to the part test unless parts are chosen."""
        return self if self.parts is not None else replace(self, parts=("test",))


def what_is_there(study: Study) -> dict[str, set[Any]]:
    """What can be selected in a study: all names and numbers of its items, splits and runs, done or planned."""
    from goed.study.corpora import WHOLE
    from goed.study.items import languages

    there: dict[str, set[Any]] = {field: set() for field in NOUNS}
    for field, name in study.connection.execute(
        "SELECT 'samplings', sampling FROM split UNION SELECT 'seeds', seed FROM split "
        "UNION SELECT 'sizes', size FROM training_set UNION SELECT 'sizes', size FROM run "
        "UNION SELECT 'models', name FROM model WHERE id IN (SELECT model_id FROM run) "
        "UNION SELECT 'parts', part FROM run_part UNION SELECT 'parts', 'core' FROM training_set "
        "UNION SELECT 'parts', value FROM json_each('[\"dev\", \"test\"]') "
        "WHERE EXISTS (SELECT 1 FROM split JOIN split_item ON split_id = split.id AND part = value) "
        "UNION SELECT 'parts', part FROM split_utterances WHERE length(utterances) "
        "UNION SELECT 'run_numbers', id FROM run UNION SELECT 'languages', language FROM corpus "
        f"UNION SELECT 'corpora', name FROM corpus WHERE {WHOLE}"
    ):
        there[field].add(name)
    there["languages"].update(languages(study))
    return {**there, "domain": set(domains_there(study))}


def domains_there(study: Study) -> list[str]:
    """The domains that the study has items of."""
    from goed.study.items import domains_and_languages

    return list(dict.fromkeys(domain for domain, _ in domains_and_languages(study)))


def refuse_several_domains(selection: Selection, study: Study) -> None:
    """Raise an error if the study has several domains, which are counted in different ways, and none is chosen."""
    there = domains_there(study)
    if not selection.domain and len(there) > 1:
        raise WrongUsageError(f"the study holds {' and '.join(there)}: say with --domain which one is meant")


def refuse_unknown(selection: Selection, existing: There, where: str = "this study") -> None:
    """Raise an error if the selection names something that does not exist; of a range, one number must exist."""
    if selection.domain and selection.domain not in existing["domain"]:
        raise unknown_name_error(selection.domain, f"domain of {where}", sorted(existing["domain"]))
    for field, noun in NOUNS.items():
        names = getattr(selection, field) or ()
        for written, meant in getattr(names, "written", {str(name): [name] for name in names}).items():
            if not any(name in existing[field] for name in meant):
                raise unknown_name_error(written, f"{noun} of {where}", sorted(existing[field]))
