"""Discriminative patterns: conditions that predict a class in both tables, beside the rules of the trees."""

from ksdt_core.patterns import calling as calling
