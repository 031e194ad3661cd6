#!/usr/bin/env bash
# Sends the product's payment requests to the provider's own mock, generated from its description.
. tools/proof/tools.sh
mock=$(go_program stripe-mock github.com/stripe/stripe-mock@v0.203.0)
# Bound to loopback; by default its ports are open to the network.
"$mock" -http-addr 127.0.0.1:12111 -https-addr 127.0.0.1:12112 > "$work/mock.log" 2>&1 &
trap 'kill $!; rm -rf "$work"' EXIT
for _ in $(seq 50); do curl --silent http://127.0.0.1:12111 > "$work/up" && break || sleep 0.2; done
node dist/tools/vendors/main.js http://127.0.0.1:12111
