from .result import Result as Result
from .result import read_result as read_result
from .result import result_document as result_document
from .write import write_document as write_document
