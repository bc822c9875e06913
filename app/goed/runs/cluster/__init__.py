"""Runs on a Dask cluster. Nothing outside this folder knows of Dask, and nothing in it is imported before it is used.

`connection` reaches a cluster, `crew` follows who is there, `workers` hands out jobs and hears of them, `on_worker` is
what a Dask worker does with one.
"""
