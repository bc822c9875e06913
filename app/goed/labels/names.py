"""Names of classes and errors as people see them: -e for the stored code e.

Codes have no hyphen, so that no spreadsheet takes them for formulas."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from goed.domains.registry import AllSchemes, domains
from goed.labels.labeller import name_of
from goed_classifiers.error_scheme import ErrorScheme

ARROW = "→"


def title_of(language: str) -> str:
    """The title of what is learnt in a language, if it has a language pack; else the language itself."""
    return AllSchemes().title(language)


class NamesForPeople:
    """The names under which schemes show classes and errors to people; of some domains, or of all."""

    def __init__(self, of_domains: Collection[str] | None = None) -> None:
        self._schemes = AllSchemes()
        self._domains = list(domains()) if of_domains is None else of_domains
        self._shown_as: dict[str, dict[str, str]] = {}

    @property
    def languages(self) -> list[str]:
        """The languages that have a scheme of their own."""
        return list(self._schemes.languages)

    def language(self, language: str) -> str:
        """The name of a language: English for eng."""
        names = (getattr(scheme, "name", "") for scheme in self._schemes.of_language(language, self._domains))
        return next((name for name in names if name), language)

    def shown(self, language: str, name: str) -> str:
        """The shown name of a class, or of an error made of two classes: (e)s→e is shown as -(e)s→-e."""
        shown_as = self._names(language)
        if not shown_as:
            return name
        return ARROW.join(shown_as.get(part, part) for part in name.split(ARROW))

    def shown_in_any(self, name: str, languages: Iterable[str] | None = None) -> str:
        """The shown name of a class or error of an unknown language, taken from the first language that has it."""
        parts = set(name.split(ARROW))
        chosen = self.languages if languages is None else languages
        language = next((one for one in chosen if parts <= set(self.classes(one))), None)
        return name if language is None else self.shown(language, name)

    def classes(self, language: str) -> list[str]:
        """All classes that outputs of a language may have, each once."""
        return list(dict.fromkeys(name for scheme in self._of(language) for name in scheme.classifier.classes))

    def classifiers(self, language: str) -> list[str]:
        """Name and version of the classifiers that label outputs of a language, as labels have them."""
        return [name_of(scheme.classifier) for scheme in self._of(language)]

    def flags(self, languages: Iterable[str]) -> list[str]:
        """All flags that outputs of some languages may have."""
        schemes = (scheme for language in languages for scheme in self._of(language))
        return list(dict.fromkeys(flag.name for scheme in schemes for flag in scheme.flags))

    def code_of(self, language: str, name: str) -> str:
        """The stored code for a shown name, such as (e)s→e for -(e)s→-e; other names stay as they are."""
        codes = {shown: code for code, shown in self._names(language).items()}
        return ARROW.join(codes.get(part, part) for part in name.split(ARROW))

    def _names(self, language: str) -> dict[str, str]:
        """Class → its shown name, from all schemes of a language."""
        if language not in self._shown_as:
            found: dict[str, str] = {}
            for scheme in reversed(self._of(language)):
                found.update(scheme.classifier.shown_as)
            self._shown_as[language] = found
        return self._shown_as[language]

    def _of(self, language: str) -> list[ErrorScheme]:
        return list(self._schemes.of_language(language, self._domains))
