#!/usr/bin/env bash
# kustomize builds deploy/kubernetes for a build of set-build.sh, with Temporal of one's own and hosted; the result is valid
# by the published schemas of Kubernetes, and all of it is that build.
. tools/proof/tools.sh
kustomize=$(go_program kustomize sigs.k8s.io/kustomize/kustomize/v5@v5.8.1)
validate=$(made kubernetes-validate-1.37.0 install_python kubernetes-validate==1.37.0)/bin/kubernetes-validate
build=0a1b2c3

for temporal in own hosted; do
  folder=$work/$temporal
  built=$folder/built.yaml
  cp -r deploy/kubernetes "$folder"
  sh "$folder/set-build.sh" "$build"
  [ "$temporal" = own ] ||
    sed -i 's|\.\./build\]|../build, ../temporal-cloud]|' "$folder"/{worker,api}/kustomization.yaml
  for part in namespace migrate worker api; do
    "$kustomize" build "$folder/$part"
    echo ---
  done > "$built"
  for release in 1.34.0 1.37.0; do
    "$validate" --strict --quiet -k "$release" "$built" || flaw "$temporal is not valid for Kubernetes $release"
  done
  [ "$(grep -c " image: .*:$build$" "$built")" = 3 ] || flaw "$temporal does not run three images of the build"
  ! grep -q 'first' "$built" || flaw "$temporal still names the build first"
  keys=$(grep -c 'name: TEMPORAL_API_KEY_FILE' "$built" || true)
  [ "$keys" = "$([ "$temporal" = own ] && echo 0 || echo 2)" ] || flaw "$temporal has $keys keys of a hosted Temporal"
done

printf 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selektor: {}}\n' > "$work/misspelt.yaml"
! "$validate" --strict --quiet -k 1.37.0 "$work/misspelt.yaml" > /dev/null 2>&1 || flaw 'a misspelt key is not refused'
echo "manifests: $flaws flaws"
[ "$flaws" = 0 ]
