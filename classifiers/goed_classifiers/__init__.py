"""Error rules: what a predicted form shows, as a label with its reason, for (lemma, features, gold, predicted).

Pure functions over small values. They know nothing of goed and read nothing but their own word lists; goed asks
`registry` for the classifier of a language. A language is a folder in `inflection`; `generic` serves all others.
"""
