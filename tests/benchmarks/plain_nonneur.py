"""NONNEUR written down as its description reads, without a thought for speed: the stand-in that goed's is held to."""

from __future__ import annotations

from collections.abc import Sequence

Triple = tuple[str, str, str]  # lemma, form, features
Aligned = tuple[str, str, float]


def predict(training: Sequence[Triple], questions: Sequence[tuple[str, str]]) -> list[str]:
    """The forms of (lemma, features) questions."""
    backwards = prefers_prefixes(training)
    suffix_rules: dict[str, dict[tuple[str, str], int]] = {}
    prefix_rules: dict[str, dict[tuple[str, str], int]] = {}
    for lemma, form, features in training:
        if backwards:
            lemma, form = lemma[::-1], form[::-1]
        prefixes, suffixes = rules(lemma, form)
        for found, counts in ((prefixes, prefix_rules), (suffixes, suffix_rules)):
            of_features = counts.setdefault(features, {})
            for rule in found:
                of_features[rule] = of_features.get(rule, 0) + 1
    forms = []
    for lemma, features in questions:
        if features not in suffix_rules:
            forms.append(lemma)
            continue
        word = "<" + (lemma[::-1] if backwards else lemma) + ">"
        fitting = [(rule, count) for rule, count in suffix_rules[features].items() if rule[0] in word]
        if fitting:
            rule, _ = max(fitting, key=lambda each: (len(each[0][0]), each[1], len(each[0][1])))
            word = word.replace(*rule)
        fitting = [(rule, count) for rule, count in prefix_rules[features].items() if rule[0] in word]
        if fitting:
            rule, _ = max(fitting, key=lambda each: each[1])
            word = word.replace(*rule)
        word = word.replace("<", "").replace(">", "")
        forms.append(word[::-1] if backwards else word)
    return forms


def prefers_prefixes(training: Sequence[Triple]) -> bool:
    """Slide each lemma past its form, and see on which side the form has more."""
    before = after = 0
    for lemma, form, _ in training:
        best: tuple[int, str] | None = None
        for shift in range(len(lemma) + len(form) + 1):
            upper = "_" * shift + lemma + "_" * (len(form) + len(lemma) - shift)
            lower = "_" * len(lemma) + form + "_" * len(lemma)
            cost = sum(a != b for a, b in zip(upper, lower, strict=True))
            if best is None or cost < best[0]:
                columns = [a for a, b in zip(upper, lower, strict=True) if a != "_" or b != "_"]
                best = cost, "".join(columns)
        assert best is not None
        shown = best[1]
        if " " in shown or "-" in shown:
            continue
        before += len(shown) - len(shown.lstrip("_"))
        after += len(shown) - len(shown.rstrip("_"))
    return before > after


def rules(lemma: str, form: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Prefix and suffix rules of a pair, each once."""
    upper, lower = aligned(lemma, form)
    start = max(len(upper) - len(upper.lstrip("_")), len(lower) - len(lower.lstrip("_")))
    end = len(upper) - max(len(upper) - len(upper.rstrip("_")), len(lower) - len(lower.rstrip("_")))
    prefixes, suffixes = [], []
    left, right = upper[start:] + ">", lower[start:] + ">"
    for i in range(min(len(left), len(right))):
        suffixes.append((left[i:].replace("_", ""), right[i:].replace("_", "")))
    stem = lower[start:end]
    for i in range(len(stem)):
        prefixes.append(
            (("<" + upper[:start] + stem[:i]).replace("_", ""), ("<" + lower[:start] + stem[:i]).replace("_", ""))
        )
    return list(dict.fromkeys(prefixes)), list(dict.fromkeys(suffixes))


def aligned(lemma: str, form: str) -> tuple[str, str]:
    """The memoised recursion over remaining suffixes, floats carried in from the left."""
    remembered: dict[tuple[str, str], Aligned] = {}

    def look_up(rest: str, goal: str, cost: float) -> Aligned:
        if (rest, goal) not in remembered:
            upper, lower, total = search(rest, goal, cost)
            remembered[rest, goal] = upper, lower, total - cost
        upper, lower, more = remembered[rest, goal]
        return upper, lower, cost + more

    def search(rest: str, goal: str, cost: float) -> Aligned:
        if not rest:
            return "_" * len(goal), goal, cost + len(goal)
        if not goal:
            return rest, "_" * len(rest), cost + len(rest)
        upper, lower, total = look_up(rest[1:], goal[1:], cost + (0 if rest[0] == goal[0] else 1.1))
        best = rest[0] + upper, goal[0] + lower, total
        upper, lower, total = look_up(rest, goal[1:], cost + 1.0)
        if total < best[2]:
            best = "_" + upper, goal[0] + lower, total
        upper, lower, total = look_up(rest[1:], goal, cost + 1.0)
        if total < best[2]:
            best = rest[0] + upper, "_" + lower, total
        return best

    upper, lower, _ = look_up(lemma, form, 0)
    return upper, lower
