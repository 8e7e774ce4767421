"""Tables that come with the program, and tables made with a known tree in them."""
