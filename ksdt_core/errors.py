"""Errors that a user can mend: each message names the wrong thing and the way out."""


class KsdtError(Exception):
    """Base of every error this package raises on purpose; its text is one sentence for the user."""


class InvalidDataError(KsdtError):
    """A table, a column or a cell that cannot be used as it is."""


class InvalidParameterError(KsdtError):
    """An option with a value outside its range."""


class InvalidDocumentError(KsdtError):
    """A document that is not one of ours, or that was changed by hand."""


class Interrupted(KsdtError):
    """The user stopped long work; what was finished is kept in the result that carries this."""


class WorkersLost(KsdtError):
    """Those who were to do long work cannot be reached or have gone; what was finished is kept as after a stop."""
