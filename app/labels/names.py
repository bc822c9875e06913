"""How people are shown the names of classes and errors: -e for the code e, which no spreadsheet takes for a formula."""

from __future__ import annotations

from classifiers.registry import registry

ARROW = "→"


class NamesForPeople:
    """Classes and errors as the classifier of their language would have people see them."""

    def __init__(self) -> None:
        self._registry = registry()

    def of(self, language: str, name: str) -> str:
        """The name of a class, or of an error that is made of two: (e)s→e is shown as -(e)s→-e."""
        shown_as = self._registry.of(language).shown_as
        if not shown_as:
            return name
        return ARROW.join(shown_as.get(part, part) for part in name.split(ARROW))

    def code(self, language: str, name: str) -> str:
        """The name that is stored for one that people are shown, or the name as it is: (e)s→e for -(e)s→-e."""
        codes = {shown: code for code, shown in self._registry.of(language).shown_as.items()}
        return ARROW.join(codes.get(part, part) for part in name.split(ARROW))
