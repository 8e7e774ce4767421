"""Widgets from fields: label, help, range and choices of an option are those of its annotated field."""

from __future__ import annotations

from typing import Any

import streamlit as st

from ksdt_core.options import OptionField, option_fields


def show_option(kind: Any, name: str, where: Any = st, **more: Any) -> Any:
    """The widget of an option; `more` is what the page adds or says otherwise. Returns its value."""
    field = _field(kind, name)
    arguments = widget_arguments(kind, name) | more
    held = st.session_state.get(str(arguments.get("key")))  # also the default: a browser may see the second run only
    if field.option.choices is not None:
        at = {"index": arguments["options"].index(held)} if held in arguments["options"] else {}
        return where.selectbox(**at | arguments)
    arguments = ({} if held is None else {"value": held}) | arguments
    if field.kind in (int, float):
        return where.number_input(**arguments)
    return where.toggle(**arguments) if field.kind is bool else where.text_input(**arguments)


def widget_arguments(kind: Any, name: str) -> dict[str, Any]:
    """What a widget of Streamlit is told about an option, by its keywords; the widget fits the type of the field.

    What depends on the data (the names to choose from, a computed default) is added by the page.
    """
    field = _field(kind, name)
    option = field.option
    arguments: dict[str, Any] = {"label": option.label, "help": option.help}
    if option.choices is not None:
        labels = dict(option.choices)
        return arguments | {"options": list(labels), "format_func": labels.__getitem__}
    return arguments | _range(field) if field.kind in (int, float) else arguments


def _field(kind: Any, name: str) -> OptionField:
    return next(field for field in option_fields(kind) if field.name == name)


def _range(field: OptionField) -> dict[str, Any]:
    option, number = field.option, field.kind
    low = option.minimum if option.above is None else option.above + 0.001  # a widget knows no open range
    high = option.maximum if option.widget_maximum is None else option.widget_maximum
    found = {"min_value": low, "max_value": high, "step": option.step or (1 if number is int else 0.1)}
    return {name: number(value) for name, value in found.items() if value is not None}
