"""The report's page: a template of jinja2 with its style and script, and what fills it.

goed.report.report calls it; it imports what goed.report has gathered. New content goes into the template.
"""
