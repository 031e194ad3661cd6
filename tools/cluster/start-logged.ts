import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { startCluster, type RunningCluster } from '../../local/cluster/start';
import { localFolder } from '../../local/folder';
import { builtPreparation } from '../../local/preparation';
import { stopOnSignal } from '../../local/process/stop-on-signal';
import { report as reportTo } from '../../local/report';
import { BUILT_SCRIPTS } from '../../local/start';

/** Starts a cluster below `LOCAL_DIR` of `env`; what its processes print is in cluster.log there, the rest is said. */
export async function startLogged(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<RunningCluster> {
  const folder = localFolder(env);
  const abort = new AbortController();
  const log = createWriteStream(join(folder.root, 'cluster.log'));
  const running = stopOnSignal(abort, say);
  const cluster = await startCluster({
    folder,
    env,
    report: { ...reportTo(log, false), note: say },
    preparation: builtPreparation,
    scripts: BUILT_SCRIPTS,
    signal: abort.signal,
  });
  await running.started(cluster);
  return cluster;
}
