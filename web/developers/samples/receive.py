# Python 3.9: python3 receive.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["NOI_WEBHOOK_SECRET"].removeprefix("whsec_"))


def verified(headers, body):
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    # Tolerates five minutes of clock skew, and rejects replays of older messages.
    if not id or not timestamp.isdigit() or abs(time.time() - int(timestamp)) >= 300:
        return False
    digest = hmac.new(KEY, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # Verify the raw bytes. JSON that was parsed and serialized again has a different signature.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        valid = verified(self.headers, body)
        if valid:
            print(json.loads(body)["type"], self.headers["webhook-id"], flush=True)
        self.send_response(204 if valid else 400)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
