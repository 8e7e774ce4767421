"""The atlas: every pair of several tables, mined over a pool of weight vectors and put side by side."""
