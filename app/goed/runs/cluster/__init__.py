"""Runs on a Dask cluster, for `goed run --cluster`.

Nothing outside this folder knows of Dask, and nothing in it is imported before it is used. `connection` connects to a
cluster, `workers` keeps track of its workers and hands out jobs, `dask_worker` does a job on a Dask worker.
"""
