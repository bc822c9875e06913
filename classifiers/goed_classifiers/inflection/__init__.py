"""The languages of inflection, one folder each: its language pack, its rules, its word lists.

They import what stands above, not one another; `registry` finds them by `BUILT_IN`. To add a language, copy
docs/templates/language into a folder here and add its name there.
"""
