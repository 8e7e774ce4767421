"""What every error says: one sentence for each code, without a flag, page or button."""
