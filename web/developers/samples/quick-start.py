import json
import os
import urllib.request


def call(method, path, body=None, headers=None):
    request = urllib.request.Request(
        os.environ["NOI_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "X-Api-Key": os.environ["NOI_API_KEY"],
            "Content-Type": "application/json",
            **(headers or {}),
        },
    )
    # A refusal raises HTTPError; its body is the problem with a stable `code`.
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


# A new key for each idea; the same one to repeat a request whose answer was lost.
run = call(
    "POST",
    "/v1/evaluations",
    {"idea": "A weekly letter on heat pump policy for installers in small towns"},
    {"Idempotency-Key": "python-heat-pumps-1"},
)
path = "/v1/runs/" + run["runId"]

while run["status"] in ("queued", "running", "canceling"):
    # Held until the run changes, 20 seconds at most.
    run = call("GET", path, headers={"Prefer": "wait=20"})

verdict = call("GET", path + "/findings")["verdict"]
print(verdict["recommendation"], verdict["score"])
