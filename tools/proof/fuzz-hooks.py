"""Hooks of Schemathesis: leaves out requests that the description refuses and docs/interface.md accepts."""

import schemathesis


@schemathesis.hook
def filter_case(_context, case):
    """An empty optional text counts as absent, in bodies and in headers; where it is required, tests refuse it."""
    members = case.body.values() if isinstance(case.body, dict) else ()
    return all(not is_empty(value) for value in (*members, *dict(case.headers or {}).values()))


def is_empty(value):
    return isinstance(value, str) and value.strip() == ""
