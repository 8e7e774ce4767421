"""One reader a file format: bytes in, a data frame of verbatim cells out."""
