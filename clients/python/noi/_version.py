"""Version of this client and the API."""

VERSION = "1.0.0"
