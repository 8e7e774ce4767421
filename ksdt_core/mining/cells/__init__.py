"""The weight triangle solved exactly: every set that some weights mine, and all weights of each."""
