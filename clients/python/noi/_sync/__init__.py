# Made from ../_async/__init__.py by `npm run openapi:types`. Do not edit.
"""Client for programs that use asyncio or trio."""
