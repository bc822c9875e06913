"""Parts of the Agreement screen: its numbers, the list of judges, and what they confuse."""
