"""What is chosen of a study, by names and numbers: each of them must be there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from goed.errors import WrongUsageError, unknown
from goed.study.items import domains_and_languages, languages
from goed.study.study import Study

There = Mapping[str, Collection[Any]]

NOUNS = {  # by the fields of what chooses cells of the grid: a selection, a choice or a filter
    "languages": "language",
    "samplings": "sampling",
    "models": "model",
    "sizes": "size",
    "seeds": "seed",
    "parts": "part",
    "run_numbers": "run",
}


def what_is_there(study: Study) -> dict[str, set[Any]]:
    """What can be chosen of a study: all that its items, splits and runs, done or planned, are called."""
    there: dict[str, set[Any]] = {field: set() for field in NOUNS}
    for field, name in study.connection.execute(
        "SELECT 'samplings', sampling FROM split UNION SELECT 'seeds', seed FROM split "
        "UNION SELECT 'sizes', size FROM training_set UNION SELECT 'sizes', size FROM run "
        "UNION SELECT 'models', name FROM model WHERE id IN (SELECT model_id FROM run) "
        "UNION SELECT 'parts', part FROM run_part UNION SELECT 'parts', 'core' FROM training_set "
        "UNION SELECT 'parts', value FROM json_each('[\"dev\", \"test\"]') "
        "WHERE EXISTS (SELECT 1 FROM split JOIN split_item ON split_id = split.id AND part = value) "
        "UNION SELECT 'run_numbers', id FROM run"
    ):
        there[field].add(name)
    return {**there, "languages": set(languages(study)), "domain": set(domains_there(study))}


def refuse_several_domains(chosen: object, study: Study) -> None:
    """Refuse to mix what is counted in different ways: of several domains, one must be chosen."""
    there = domains_there(study)
    if not getattr(chosen, "domain", None) and len(there) > 1 and hasattr(chosen, "domain"):
        raise WrongUsageError(f"the study holds {' and '.join(there)}: say with --domain which one is meant")


def domains_there(study: Study) -> list[str]:
    """The domains that the study has items of."""
    return list(dict.fromkeys(domain for domain, _ in domains_and_languages(study)))


def refuse_unknown(chosen: object, there: There, where: str = "this study") -> None:
    """Refuse a choice that names something that is not there; of a range of numbers, one is enough."""
    domain = getattr(chosen, "domain", None)
    if domain and domain not in there["domain"]:
        raise unknown(domain, f"domain of {where}", sorted(there["domain"]))
    for field, noun in NOUNS.items():
        names = getattr(chosen, field, None) or ()
        for written, meant in getattr(names, "written", {str(name): [name] for name in names}).items():
            if not any(name in there[field] for name in meant):
                raise unknown(written, f"{noun} of {where}", sorted(there[field]))
