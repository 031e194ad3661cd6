#!/usr/bin/env bash
# Prometheus' own promtool checks the rules of deploy/ and plays them against series.
. tools/proof/tools.sh
command -v promtool > "$work/found" || debian prometheus
promtool check rules deploy/alerts.yaml deploy/objectives.yaml
promtool test rules deploy/objectives.test.yaml
