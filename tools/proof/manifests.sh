#!/usr/bin/env bash
# Renders deploy/helm for one and two builds, with self-hosted and hosted Temporal, and validates the result against
# the Kubernetes schemas.
. tools/proof/tools.sh
helm=$(go_program helm helm.sh/helm/v3/cmd/helm@v3.22.0)
validate=$(made kubernetes-validate-1.37.0 install_python kubernetes-validate==1.37.0)/bin/kubernetes-validate
builds='[{"id":"0a1b2c3"},{"id":"first","replicas":2}]'
cloud='["DATABASE_URL","TOKEN_SECRET","WEBHOOK_SECRET_KEY","TEMPORAL_API_KEY"]'
render() { "$helm" template noi deploy/helm --kube-version 1.37.0 "$@"; }

"$helm" lint --strict --quiet deploy/helm || flaw 'the chart fails helm lint'
own=$work/own.yaml hosted=$work/hosted.yaml
render --set ingress.enabled=true > "$own"
render --set-json "builds=$builds,secrets.shared=$cloud" --set api.build=first > "$hosted"
for release in 1.34.0 1.37.0; do
  for built in "$own" "$hosted"; do
    "$validate" --strict --quiet -k "$release" "$built" || flaw "$built is not valid for Kubernetes $release"
  done
done
! grep -q TEMPORAL_API_KEY "$own" || flaw 'TEMPORAL_API_KEY is required without a hosted Temporal'
[ "$(grep -c 'name: TEMPORAL_API_KEY_FILE' "$hosted")" = 3 ] || flaw 'not every process has the key of a hosted Temporal'
grep '^ *image:' "$hosted" | sed 's/.*intelligence-//' | sort > "$work/images"
printf '%s\n' api:first migrate:0a1b2c3 worker:0a1b2c3 worker:first | diff - "$work/images" || flaw 'a process has the wrong build'
[ "$(grep -c '^kind: HorizontalPodAutoscaler' "$hosted")" = 1 ] || flaw 'a build with replicas is scaled'

! render --set api.replica=3 > "$work/misspelled" 2>&1 || flaw 'a misspelled value is not refused'
printf 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selektor: {}}\n' > "$work/misspelled.yaml"
! "$validate" --strict --quiet -k 1.37.0 "$work/misspelled.yaml" > "$work/misspelled" 2>&1 || flaw 'a misspelled key is not refused'
echo "manifests: $flaws flaws"
[ "$flaws" = 0 ]
