"""Text in any usual encoding, turned into UTF-8."""

from __future__ import annotations

import codecs
import re

from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

SAMPLE = 1 << 16
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it starts with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LIKELY = ["cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "shift_jis", "gb18030", "big5", "euc_kr", "euc_jp"]
FALLBACK = "cp1252"
NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ufffd]")
MOST_NOT_TEXT = 0.01


def to_utf8(data: bytes, where: str, *, encoding: str | None = None) -> tuple[bytes, tuple[str, ...]]:
    """The same text in UTF-8 without a byte order mark, and a note if the encoding had to be guessed."""
    if encoding is not None:
        return _recoded(data, encoding, where), ()
    for mark, name in MARKS:
        if data.startswith(mark):
            return (data[len(mark) :], ()) if name == "utf-8" and _is_utf8(data) else _marked(data, mark, name, where)
    if b"\x00" in data:
        wide = _wide_encoding(data)
        if wide is None:
            raise InvalidDataError("binary-data", where=where)
        return _recoded(data, wide, where), (f"read as {wide.upper()} text",)
    if _is_utf8(data):
        return data, ()
    name = _guess(data)
    return _recoded(data, name, where), (f"read as {name} text; give the encoding if names look wrong",)


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _marked(data: bytes, mark: bytes, name: str, where: str) -> tuple[bytes, tuple[str, ...]]:
    """Text that starts with a byte order mark; a mark that does not fit what follows is only a wrong guess."""
    body = data[len(mark) :]
    if name == "utf-8":
        guess = _guess(body)
        return _recoded(body, guess, where), (f"read as {guess} text; give the encoding if names look wrong",)
    return _recoded(body, name, where), ()


def _recoded(data: bytes, encoding: str, where: str) -> bytes:
    try:
        text = data.decode(encoding, errors="strict" if encoding != FALLBACK else "replace")
    except LookupError:
        raise InvalidParameterError("unknown-encoding", option="encoding", value=encoding) from None
    except (UnicodeError, ValueError):
        raise InvalidDataError(
            "wrong-encoding", where=where, encoding=encoding, remedies=(Remedy("encoding"),)
        ) from None
    if "\x00" in text or len(NOT_TEXT.findall(text[:SAMPLE])) > MOST_NOT_TEXT * min(len(text), SAMPLE):
        raise InvalidDataError("binary-data", where=where)
    return text.removeprefix("\ufeff").encode("utf-8", errors="replace")


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark has a zero in nearly every second byte of western text."""
    sample = data[: SAMPLE & ~1]
    half = max(len(sample) // 2, 1)
    even, odd = sample[0::2].count(0) / half, sample[1::2].count(0) / half
    if len(data) % 2 == 0 and odd > 0.6 and even < 0.05:
        return "utf-16-le"
    if len(data) % 2 == 0 and even > 0.6 and odd < 0.05:
        return "utf-16-be"
    return None


def _guess(data: bytes) -> str:
    """The likeliest encoding of text that is not UTF-8, from lines that are not plain ASCII."""
    from charset_normalizer import from_bytes

    lines = [line for line in data[: SAMPLE * 16].splitlines() if not line.isascii()]
    sample = b"\n".join(lines)[:SAMPLE] or data[-SAMPLE:]
    matches = from_bytes(sample, cp_isolation=LIKELY, steps=5, chunk_size=512)
    # On a short sample several encodings do equally well: the more usual one is taken.
    ranked = sorted(matches, key=lambda match: (match.chaos, -match.coherence, LIKELY.index(match.encoding)))
    for name in (match.encoding for match in ranked):
        try:
            data.decode(name)
        except UnicodeError:
            continue
        return str(name)
    return FALLBACK
