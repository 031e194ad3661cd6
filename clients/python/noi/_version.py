"""Version of this client and of the API."""

VERSION = "1.0.0"
