#!/usr/bin/env bash
# Prometheus' own promtool checks the rules of deploy/ and plays them against series; amtool reads what is kept quiet.
. tools/proof/tools.sh
command -v promtool > "$work/found" || debian prometheus
command -v amtool > "$work/found" || debian prometheus-alertmanager
promtool check rules deploy/alerts.yaml deploy/objectives.yaml
promtool test rules deploy/alerts.test.yaml deploy/objectives.test.yaml
amtool check-config deploy/alertmanager.yaml
