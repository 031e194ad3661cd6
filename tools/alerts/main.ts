import { execFileSync } from 'node:child_process';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { findProgram, installDebian } from '../../test/support/debian';

// Prometheus' own promtool checks the rules of deploy/ and plays them against series: `node dist/tools/alerts/main`.
if (!findProgram('promtool')) installDebian('prometheus');
const promtool = findProgram('promtool');
if (!promtool) throw new Error('promtool was neither found nor installed: it is part of Prometheus.');
const play = (...args: string[]) => execFileSync(promtool, args, { cwd: PACKAGE_ROOT, stdio: 'inherit' });
play('check', 'rules', 'deploy/alerts.yaml', 'deploy/objectives.yaml');
play('test', 'rules', 'deploy/objectives.test.yaml');
