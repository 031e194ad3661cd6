#!/usr/bin/env bash
# node.sh [20] [22] [24]: repeats the tests that most use Node's built-in modules on other Node versions (npm).
. tools/proof/tools.sh
declare -A releases=([20]=20.19.6 [22]=22.23.3 [24]=24.21.0)
package=node-$(node -p 'process.platform + "-" + process.arch')
[ $# -gt 0 ] || set -- 22 24
for version in "$@"; do
  release=${releases[$version]?versions are ${!releases[*]}}
  other=$(made "node-$release" install_npm "$package@$release")/node_modules/$package/bin/node
  echo "Node $("$other" --version)"
  "$other" node_modules/jest/bin/jest.js --selectProjects unit providers http || flaw "Node $version"
done
[ "$flaws" = 0 ]
