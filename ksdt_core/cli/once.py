"""A command whose options are given once: of two values for one option nobody can say which one is meant."""

from __future__ import annotations

from collections import Counter

import typer
from typer.core import TyperCommand, TyperOption

from ksdt_core.errors import InvalidParameterError


class OnceCommand(TyperCommand):
    """Refuses an option that stands twice on the command line, where the last one would count silently."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, times in Counter(given).items():
            if times > 1 and isinstance(parameter, TyperOption) and not parameter.multiple:
                name = max(parameter.opts, key=len)
                raise InvalidParameterError(f"{name} is given {times} times; give it once.")
        return super().parse_args(ctx, args)
