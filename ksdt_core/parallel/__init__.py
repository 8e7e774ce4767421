"""Where work runs: this process, other processes, a cluster."""
