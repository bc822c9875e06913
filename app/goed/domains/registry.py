"""The available domains: goed's own, and those of other packages.

Other packages name theirs by entry points in the group `goed.domains`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from goed.domains.domain import Answered, Domain, Schemes, Verdict
from goed.errors import GoedError, visible
from goed.models.model import Key, Model
from goed.models.registry import models
from goed.study import splits as store_splits
from goed.study.output_words import OutputWords
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions
from goed.study.splits import Split
from goed.study.study import Study
from goed_classifiers.error_scheme import ErrorScheme

GROUP = "goed.domains"
BUILT_IN = {
    "inflection": "goed.domains.inflection:DOMAIN",
    "dependencies": "goed.domains.dependencies:DOMAIN",
}


@cache
def _read() -> tuple[dict[str, Domain], list[str]]:
    """All domains by name, and what is wrong with those of other packages that cannot be used."""
    found: dict[str, Domain] = {name: EntryPoint(name, value, GROUP).load() for name, value in BUILT_IN.items()}
    problems = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            domain = entry.load()
            if not isinstance(domain, Domain) or not domain.name.isprintable() or domain.name in found:
                raise TypeError("it is no goed.domains.domain.Domain with a name of its own")
            domain.schemes().problems, [replace(model, domain=domain.name) for model in domain.learners()]  # or raise
            found[domain.name] = domain
        except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
            reason = visible(f"{type(error).__name__}: {error}")
            problems.append(f"the domain {entry.name} ({entry.value}) cannot be used: {reason}")
    return found, problems


def forget_domains() -> None:
    """Read the domains again when they are next needed: packages may have been installed."""
    _read.cache_clear()


def domains() -> Mapping[str, Domain]:
    """All domains by name."""
    return _read()[0]


def broken_domains() -> list[str]:
    """What is wrong with the domains of other packages that cannot be used."""
    return _read()[1]


def domain_of(name: str) -> Domain:
    """The domain with this name; raises GoedError, which lists the known ones, if there is none."""
    known, problems = _read()
    if name not in known:
        why = "; ".join(problems) or "the package that brings it is not installed"
        raise GoedError(f"there is no domain {name} here, only {', '.join(known)}; {why}")
    return known[name]


def verdict_of(domain: str, name: str | None) -> Verdict | None:
    """The verdict with this name in a domain; None if either is unknown."""
    known = domains()[domain].verdicts if domain in domains() else ()
    return next((verdict for verdict in known if verdict.name == name), None)


def answer_in_words(output: OutputWords, answer: str | None = None) -> str:
    """An answer to an output's item as people are shown it; the predicted one unless another is given."""
    return domain_of(output.domain).in_words(output, output.predicted if answer is None else answer)


def all_models(configured: Iterable[Model] = ()) -> dict[Key, Model]:
    """All models by domain and name: those of the domains, of other packages and of a configuration."""
    of_domains = (replace(model, domain=domain.name) for domain in domains().values() for model in domain.learners())
    return models(of_domains, configured)


def with_unlisted(known: Mapping[Key, Model], keys: Iterable[Key]) -> dict[Key, Model]:
    """Models, and those of these keys that a domain knows without listing them: dmv@postag."""
    found = dict(known)
    for domain, name in keys:
        model = domains()[domain].model_named(name) if (domain, name) not in found and domain in domains() else None
        if model is not None:
            found[domain, name] = replace(model, domain=domain)
    return found


class AllSchemes:
    """The error schemes of all domains; each domain's are read when first needed."""

    def __init__(self) -> None:
        self._of_domain: dict[str, Schemes] = {}
        self._known: dict[tuple[str, str, str | None], ErrorScheme] = {}  # a cache: one is needed for each output

    def of_domain(self, domain: str) -> Schemes:
        """The schemes of a domain."""
        if domain not in self._of_domain:
            self._of_domain[domain] = domain_of(domain).schemes()
        return self._of_domain[domain]

    def of(self, domain: str, language: str, features: str | None = None) -> ErrorScheme:
        """The scheme that outputs of a domain, a language and features are labelled by."""
        key = (domain, language, features)
        if key not in self._known:
            self._known[key] = self.of_domain(domain).pack(language, features)
        return self._known[key]

    def of_language(self, language: str, names: Iterable[str] | None = None) -> Iterator[ErrorScheme]:
        """All schemes of a language, in all domains or in some."""
        for name in domains() if names is None else names:
            yield from self.of_domain(name).packs(language)

    def title(self, language: str) -> str:
        """The title of what is learnt in a language; the language itself if it has none."""
        titles = (self.of(name, language).title for name in domains())
        return next((title for title in titles if title), language)

    @property
    def languages(self) -> Sequence[str]:
        """The languages that have a scheme of their own in any domain."""
        return list(dict.fromkeys(language for name in domains() for language in self.of_domain(name).languages))

    @property
    def problems(self) -> list[str]:
        """What is wrong with domains and classifiers of other packages."""
        of_schemes = [problem for name in domains() for problem in self.of_domain(name).problems]
        return [*broken_domains(), *of_schemes]


def add_measures_and_circumstances(
    study: Study, book: OutputBook, split: Split, size: int, parts: Sequence[PartPredictions]
) -> list[str]:
    """Add the domain's measures and circumstances, if it has any, to predictions that are about to be stored.

    If the domain fails, predictions are stored without them; returns what is missing, in words.
    """
    domain = domain_of(split.domain)
    if domain.measures is None and domain.circumstances is None:
        return []
    missing = []
    learned_from = store_splits.training_set(study, split.id, size)
    for part in parts:
        answers = {book.item_ids[handle]: book.answers[handle] for handle in part.handles}
        items = store_splits.part_items(study, split.id, part.part, size)
        answered = [Answered(item, answers.get(item.id)) for item in items]
        for what in ("measures", "circumstances"):
            compute = getattr(domain, what)
            try:
                setattr(part, what, dict(compute(learned_from, answered)) if compute else {})
            except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
                reason = visible(f"{type(error).__name__}: {error}")
                where = f"{split}, size {size}, {part.part}"
                missing.append(f"the {what} of {domain.name} are missing for {where}: {reason}")
    return missing
