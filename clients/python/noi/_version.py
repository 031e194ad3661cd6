"""Version of this client, which is that of the API."""

VERSION = "1.0.0"
