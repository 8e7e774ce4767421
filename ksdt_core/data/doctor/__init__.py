"""The dataset doctor: findings about two tables, each with the option that mends it."""

from ksdt_core.data.doctor.checkup import Checkup, check_pair
from ksdt_core.data.doctor.finding import Finding, Level, Option

__all__ = ["Checkup", "Finding", "Level", "Option", "check_pair"]
