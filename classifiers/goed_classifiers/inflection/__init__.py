"""The languages of inflection: a folder each, with language pack, rules, word lists.

They import the modules of `goed_classifiers`, not one another; `registry` finds them by `BUILT_IN`. To add a language,
copy docs/templates/language into a folder here and add its name there.
"""
