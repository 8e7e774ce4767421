"""Puts the entry script of the app inside the package when a wheel is built; a checkout has it beside the package."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AppInside(BuildHookInterface):  # type: ignore[type-arg]
    """`pyproject.toml` moves the folders of the app; a single file needs this."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"]["app.py"] = "ksdt_core/_app/app.py"
