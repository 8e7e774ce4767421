"""The JSON documents that carry results: written, read back and checked."""

from ksdt_core.documents.result import Result, read_result, result_document
from ksdt_core.documents.write import write_document

__all__ = ["Result", "read_result", "result_document", "write_document"]
