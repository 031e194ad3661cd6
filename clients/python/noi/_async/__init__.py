"""Client for programs that use asyncio or trio."""
