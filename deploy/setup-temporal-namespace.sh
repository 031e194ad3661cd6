#!/bin/sh
# Creates the namespace and our search attributes (contracts/search-attributes.ts) where they are missing. Safe to run at every start.
set -eu

until temporal operator cluster health; do
  sleep 1
done
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" > /dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d

# A new namespace takes some seconds until every part of the server knows it.
for attempt in $(seq 60); do
  known=$(temporal operator search-attribute list --namespace "$TEMPORAL_NAMESPACE" 2> /dev/null) && break
  sleep 1
done
for name in AccountId OrderId ProductRunId RunKind RunMode; do
  echo "$known" | grep -qw "$name" ||
    temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$name" --type Keyword
done
