// Rejects a Node that is too old before anything is built or started. Old syntax on purpose: that Node must parse it.
var oldest = require('../package.json').engines.node.replace('>=', '').split('.').map(Number);
var running = process.versions.node.split('.').map(Number);
if (running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1])) {
  console.error(
    'Node ' + process.versions.node + ' is too old: install Node ' + oldest.join('.') + ' or newer (.nvmrc names one).',
  );
  process.exit(1);
}
