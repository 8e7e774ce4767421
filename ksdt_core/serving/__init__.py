"""What the server lets in, what it says with every answer, and how much it can take; nothing here knows Streamlit."""
