"""From trees to statements: rules with evidence from both tables, and where two alike tables part."""

from ksdt_core.rules.condition_text import conditions_text, conditions_words
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.difference_words import difference_sentence, differences_frame, differences_headline
from ksdt_core.rules.differences import Difference, Differences, Responsible, alignable_differences
from ksdt_core.rules.evidence import Evidence, holm, wilson_interval
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.full_paths import table_rules, tree_rules
from ksdt_core.rules.reduction import reduced_rules, reduced_table_rules
from ksdt_core.rules.rule import DESCRIPTIVE, Rule, RuleList, TreeSummary
from ksdt_core.rules.rule_words import class_disjunctions, rule_sentence

__all__ = [
    "DESCRIPTIVE",
    "Condition",
    "Difference",
    "Differences",
    "Evidence",
    "Responsible",
    "Rule",
    "RuleList",
    "TreeSummary",
    "alignable_differences",
    "class_disjunctions",
    "conditions_text",
    "conditions_words",
    "difference_sentence",
    "differences_frame",
    "differences_headline",
    "holm",
    "reduced_rules",
    "reduced_table_rules",
    "rule_sentence",
    "rules_frame",
    "table_rules",
    "tree_rules",
    "wilson_interval",
]
