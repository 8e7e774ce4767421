"""The command `ksdt`. Heavy libraries are imported by the commands that need them, so that help comes at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from ksdt_core.cli.aggregate import aggregate_command
from ksdt_core.cli.app_command import app_command
from ksdt_core.cli.apply import apply_command
from ksdt_core.cli.atlas import atlas_command
from ksdt_core.cli.attributes import attributes_command
from ksdt_core.cli.backup import backup_command, restore_command
from ksdt_core.cli.check import check_command
from ksdt_core.cli.datasets import datasets_command
from ksdt_core.cli.evidence import evidence_command
from ksdt_core.cli.export import export_command
from ksdt_core.cli.import_model import import_command
from ksdt_core.cli.interruptions import NOTHING_WRITTEN
from ksdt_core.cli.learn import learn_command
from ksdt_core.cli.messages import sentence
from ksdt_core.cli.mine import mine_command
from ksdt_core.cli.odt import odt_command
from ksdt_core.cli.patterns import patterns_command
from ksdt_core.cli.prune import prune_command
from ksdt_core.cli.report import BAD_INPUT, INTERRUPTED, say, usage_sentence
from ksdt_core.cli.rules import rules_command
from ksdt_core.cli.show import show_command
from ksdt_core.cli.spectrum import spectrum_command
from ksdt_core.cli.stability import stability_command
from ksdt_core.cli.stopping import is_interruption
from ksdt_core.cli.study import open_command, save_command
from ksdt_core.cli.verify import verify_command
from ksdt_core.cli.weights import weights_command
from ksdt_core.errors import Interrupted, InvalidParameterError, KsdtError


class OnceCommand(TyperCommand):
    """Refuses an option that stands twice on the command line, where the last one would count silently."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, times in Counter(given).items():
            if times > 1 and isinstance(parameter, TyperOption) and not parameter.multiple:
                raise InvalidParameterError("given-twice", option=parameter.name, times=times)
        return super().parse_args(ctx, args)


app = typer.Typer(
    name="ksdt",
    add_completion=False,
    rich_markup_mode=None,  # plain help: whole option names at any width
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
_command = partial(app.command, cls=OnceCommand)
_command("check", epilog="Example: ksdt check wine-red wine-white")(check_command)
_command("evidence", epilog="Example: ksdt evidence kc1 pc1 --scale rank -o evidence.json")(evidence_command)
_command("mine", epilog="Example: ksdt mine kc1 pc1 --scale rank --pool wvp2 -o kc1-pc1.json")(mine_command)
_command("learn", epilog="Example: ksdt learn wine-red --method c45 --holdout 0.3 -o wine-tree.json")(learn_command)
_command("import", epilog="Example: ksdt import xgboost.json --table wine-red -o model.json")(import_command)
_command("apply", epilog="Example: ksdt apply kc1-pc1.json cm1")(apply_command)
_command("show", epilog="Example: ksdt show kc1-pc1.json")(show_command)
_command("weights", epilog="Example: ksdt weights wine-red wine-white --scale rank -o wine-weights.json")(
    weights_command
)
_command("prune", epilog="Example: ksdt prune kc1-pc1.json --method mdl -o pruned.json")(prune_command)
_command("attributes", epilog="Example: ksdt attributes kc1-pc1.json --replicates 50")(attributes_command)
_command("rules", epilog="Example: ksdt rules kc1-pc1.json --reduce --differences")(rules_command)
_command("patterns", epilog="Example: ksdt patterns wine-red wine-white --scale rank -o wine-patterns.json")(
    patterns_command
)
_command("export", epilog="Example: ksdt export kc1-pc1.json --format pdf -o figures")(export_command)
_command("datasets", epilog="Example: ksdt datasets")(datasets_command)
_command("spectrum", epilog="Example: ksdt spectrum kc1-pc1.json --energy 0.9 -o spectra.json")(spectrum_command)
_command("aggregate", epilog="Example: ksdt aggregate north.json south.json --weights 2,1 -o one-tree.json")(
    aggregate_command
)
_command("odt", epilog="Example: ksdt odt kc1 pc1 --trees 10 --max-depth 4 -o odt.json")(odt_command)
_command(
    "stability",
    epilog="Example: ksdt stability generated --chunk 200 --ensemble 10 --updates 30 --drift-at 5000 -o steps.json",
)(stability_command)
_command("atlas", epilog="Example: ksdt atlas cm1 kc1 pc1 --scale rank -o atlas.json")(atlas_command)
_command("app", epilog="Example: ksdt app --port 8600")(app_command)
_command("save", epilog="Example: ksdt save study.ksdt")(save_command)
_command("open", epilog="Example: ksdt open study.ksdt")(open_command)
_command("verify", epilog="Example: ksdt verify")(verify_command)
_command("backup", epilog="Example: ksdt backup ksdt-monday.sqlite3")(backup_command)
_command("restore", epilog="Example: ksdt restore ksdt-monday.sqlite3 --force")(restore_command)


@app.callback(invoke_without_command=True, epilog="Example: ksdt mine kc1 pc1 --scale rank -o kc1-pc1.json")
def _ksdt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Mine small, diversified sets of decision trees that classify the rows of two tables alike."""
    if version:
        typer.echo(f"ksdt {_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ksdt")
    except PackageNotFoundError:
        return "(not installed)"


@cache
def _made() -> Any:
    """All commands with their options, however often the command line is run in one process."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; whatever a user can fix is said in one sentence."""
    try:
        code = _made()(args=list(arguments), prog_name="ksdt", standalone_mode=False)
    except typer.TyperException as error:
        say(usage_sentence(error))
        return BAD_INPUT
    except KsdtError as error:
        say(sentence(error))
        return INTERRUPTED if isinstance(error, Interrupted) else BAD_INPUT
    except SystemError as error:
        if not is_interruption(error):
            raise
        code = INTERRUPTED
    except MemoryError:
        say("there is not enough memory for these tables; give fewer rows or attributes, or use a larger machine.")
        return BAD_INPUT
    if code == INTERRUPTED:
        say(NOTHING_WRITTEN)
    return code if isinstance(code, int) else 0
