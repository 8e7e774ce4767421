"""Attributes of a result: where they are used, how they are distributed, how stable their choice is."""

from ksdt_core.studies.attributes.attribute_view import AttributeView, attribute_view

__all__ = ["AttributeView", "attribute_view"]
