import type { Internet } from '../../stand-ins/internet/internet';
import type { Part, StartContext } from '../start-context';
import type { ComposeValues } from './compose';

/** Options of a cluster. */
export type ClusterOptions = Pick<StartContext, 'env' | 'folder' | 'report' | 'preparation' | 'scripts'> & {
  /** Aborting cancels the start; parts that were started are stopped. */
  signal: AbortSignal;
};

/** Context that the steps of a start share. */
export interface ClusterContext extends ClusterOptions {
  /** Folder of all data, empty at every start. */
  data: string;
  values: ComposeValues;
  internet: Internet;
  add: (part: Part) => void;
  onReady: () => void;
}
