"""Runs every sample of the reference against the product: each must send its endpoint a request in a valid form."""

import html
import os
import re
import subprocess
import urllib.request

import noi

API, KEY = os.environ["NOI_API_URL"], os.environ["NOI_API_KEY"]
IDS = {name: f"{name[:3]}_{'0' * 26}" for name in ("runId", "batchId", "orderId")}
IDS |= {"opportunityId": "opp_" + "0" * 26, "withdrawalId": "wdr_" + "0" * 26, "webhookId": "whk_" + "0" * 26, "id": "scn_" + "0" * 26}
# Codes that the sample itself causes. All others concern the id, the key or the account.
FAULTS = {"invalid_request", "invalid_json", "invalid_idempotency_key", "unsupported_media_type", "not_found", "method_not_allowed"}
TYPESCRIPT = """import { createClient } from 'noi-client';
const noi = createClient({ apiKey: process.env.NOI_API_KEY, baseUrl: process.env.NOI_API_URL, maxRetries: 0 });
const play = (name, sample) => sample().then(() => console.log(name, 'ok'), (error) => console.log(name, error.code ?? error));
"""


def snake(name):
    return re.sub("[A-Z]", lambda letter: f"_{letter[0]}", name).lower()


def read(path):
    with urllib.request.urlopen(API + path) as answer:
        return answer.read().decode()


TAGS = sorted(set(re.findall(r'href="/docs/([a-z-]+)#', read("/docs"))))
PAGES = "".join(read(f"/docs/{tag}") for tag in TAGS)


def samples(language):
    found = re.findall(rf'<code id="(\w+)-{language}"[^>]*>(.*?)</code>', PAGES, re.S)
    return {name: html.unescape(re.sub("<[^>]*>", "", code)) for name, code in found}


def shell(code):
    env = {**os.environ, **{snake(name).upper(): value for name, value in IDS.items()}}
    played = subprocess.run(["sh", "-c", code], env=env, capture_output=True, text=True, errors="replace")
    if played.returncode == 22 and "-O -J" in code and played.stderr.strip().endswith("404"):
        return "ok"
    found = re.search(r'"code":"(\w+)"', played.stdout)
    return "ok" if played.returncode == 0 else found[1] if found else f"exit {played.returncode}: {played.stderr}"


def python(client, code):
    try:
        exec(code, {"client": client, **{snake(name): value for name, value in IDS.items()}})
        return "ok"
    except noi.NoiError as error:
        return error.code


def typescript():
    parts = [f"await play('{name}', async () => {{\n{code}\n}});" for name, code in samples("ts").items()]
    with open("reference.mjs", "w") as file:
        ids = "".join(f"const {name} = '{value}';\n" for name, value in IDS.items())
        file.write(TYPESCRIPT + ids + "\n".join(parts))
    played = subprocess.run(["node", "reference.mjs"], capture_output=True, text=True)
    if played.returncode != 0:
        return {"all": played.stderr}
    return dict(line.split(" ", 1) for line in played.stdout.splitlines())


client = noi.Client(KEY, API, max_retries=0)
played = {"curl": {name: shell(code) for name, code in samples("curl").items()}, "typescript": typescript()}
played["python"] = {name: python(client, code) for name, code in samples("python").items()}
flaws = [(tab, name, said) for tab, all in played.items() for name, said in all.items() if not re.fullmatch(r"\w+", said) or said in FAULTS]
for flaw in flaws:
    print("flaw:", *flaw)
print("reference:", {tab: len(all) for tab, all in played.items()}, f"{len(flaws)} flaws")
raise SystemExit(bool(flaws) or len({len(all) for all in played.values()}) > 1)
