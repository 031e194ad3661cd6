#!/bin/sh
# Creates the namespace and our search attributes (base/search-attributes.ts) if they are missing. Idempotent.
set -eu

until temporal operator cluster health; do
  sleep 1
done
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" > /dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d

# It takes a few seconds until every part of the server knows a new namespace.
for attempt in $(seq 60); do
  known=$(temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE" 2> /dev/null) && break
  sleep 1
done
create() {
  echo "$known" | grep -qw "$1" ||
    temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$1" --type "$2"
}
for name in AccountId FailureCode OrderId Outcome ProductRunId RunKind RunMode WithdrawalId; do
  create "$name" Keyword
done
for name in Amount; do
  create "$name" Int
done
