#!/usr/bin/env bash
# Tests the alert rules in deploy/ with promtool from Prometheus, and silencing with amtool.
. tools/proof/tools.sh
command -v promtool > "$work/found" || debian prometheus
command -v amtool > "$work/found" || debian prometheus-alertmanager
promtool check rules deploy/alerts.yaml deploy/objectives.yaml
promtool test rules deploy/alerts.test.yaml deploy/objectives.test.yaml
amtool check-config deploy/alertmanager.yaml
