"""What the Trajectories screen shows: what is chosen, what is counted, and how both become a figure and a table."""
