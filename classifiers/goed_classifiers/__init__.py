"""Classifiers of learners' errors: rules that label a predicted form, with a reason.

They are pure functions of (lemma, features, gold, predicted), know nothing of goed, and read nothing but their own word
lists; goed asks `registry` for the classifier of a language. A language is a folder in `inflection`; `generic` serves
all others.
"""
