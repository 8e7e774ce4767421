"""The dataset doctor: findings about two tables, each with the option that fixes it."""

from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.checks.finding import Finding, Level

__all__ = ["Checkup", "Finding", "Level", "check_pair"]
