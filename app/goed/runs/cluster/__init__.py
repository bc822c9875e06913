"""Runs on a Dask cluster. Nothing outside this folder knows of Dask, and nothing in it is imported before it is used.

`connection` reaches a cluster, `workers` follows who is there and hands out jobs, `dask_worker` is what a Dask worker
does with one. `goed run --cluster` comes here.
"""
