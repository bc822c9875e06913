"""The domains that are there: goed's own, and those of other packages (entry points in the group `goed.domains`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from goed.domains.domain import Domain, Schemes
from goed.errors import GoedError
from goed.models.model import Model
from goed.models.registry import models
from goed_classifiers.error_scheme import ErrorScheme

GROUP = "goed.domains"
BUILT_IN = {"inflection": "goed.domains.inflection:DOMAIN"}


@cache
def domains() -> Mapping[str, Domain]:
    """All domains by name. One of another package that cannot be used is left out, and has no say in the others."""
    own = [EntryPoint(name, value, GROUP) for name, value in BUILT_IN.items()]
    found: dict[str, Domain] = {}
    for entry in (*own, *sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))):
        try:
            domain = entry.load()
        except (Exception, SystemExit):  # somebody else's package: anything can happen
            if entry in own:
                raise
            continue
        if isinstance(domain, Domain) and domain.name.isprintable():
            found.setdefault(domain.name, domain)
    return found


def domain_of(name: str) -> Domain:
    """The domain of a name; one that is not there is told with what is."""
    known = domains()
    if name not in known:
        raise GoedError(
            f"there is no domain {name} here, only {', '.join(known)}; the package that brings it is not installed"
        )
    return known[name]


def all_models(configured: Iterable[Model] = ()) -> dict[str, Model]:
    """All models by name: those of the domains, of other packages and of a configuration."""
    of_domains = (replace(model, domain=domain.name) for domain in domains().values() for model in domain.learners())
    return models(of_domains, configured)


class AllSchemes:
    """The error schemes of all domains, those of each read when they are first asked for."""

    def __init__(self) -> None:
        self._of_domain: dict[str, Schemes] = {}

    def of_domain(self, domain: str) -> Schemes:
        """The schemes of a domain."""
        if domain not in self._of_domain:
            self._of_domain[domain] = domain_of(domain).schemes()
        return self._of_domain[domain]

    def of(self, domain: str, language: str, features: str | None = None) -> ErrorScheme:
        """The scheme that outputs of a domain, a language and features are labelled by."""
        return self.of_domain(domain).pack(language, features)

    def of_language(self, language: str, names: Iterable[str] | None = None) -> Iterator[ErrorScheme]:
        """All schemes of a language, in all domains or in some."""
        for name in domains() if names is None else names:
            yield from self.of_domain(name).packs(language)

    def title(self, language: str) -> str:
        """What is learnt in a language."""
        titles = (self.of(name, language).title for name in domains())
        return next((title for title in titles if title), language)

    @property
    def languages(self) -> Sequence[str]:
        """The languages that have a scheme of their own in any domain."""
        return list(dict.fromkeys(language for name in domains() for language in self.of_domain(name).languages))

    @property
    def problems(self) -> list[str]:
        """What is wrong with classifiers of other packages."""
        return [problem for name in domains() for problem in self.of_domain(name).problems]
