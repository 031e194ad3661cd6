// Rejects old versions of Node before anything is built or started. Written in syntax that those versions can parse.
var oldest = require('../package.json').engines.node.replace('>=', '').split('.').map(Number);
var running = process.versions.node.split('.').map(Number);
if (running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1])) {
  console.error(
    'Node ' + process.versions.node + ' is too old. Install Node ' + oldest.join('.') + ' or newer (see .nvmrc).',
  );
  process.exit(1);
}
