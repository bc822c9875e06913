"""Checking labels: queues of outputs, what is known of each, and what one person says of them.

The terminal UI and the commands `cases`, `label`, `undo` and `audit` work through `desk.Desk`. It may import
domains, labels and the study, and knows of no terminal; another kind of queue begins in `queue_filter` and `queue`.
"""
