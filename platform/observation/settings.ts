import { str } from 'envalid';
import { port } from '../settings';

/** Settings of the pages for those who run a process. */
export const observationSettings = {
  METRICS_PORT: port({
    default: undefined,
    desc: 'Port of /metrics, /health/live and /health/ready, for whoever runs the process; none by default',
  }),
  METRICS_HOST: str({
    default: '127.0.0.1',
    desc: 'Address of that port; never a public one, since it asks for no key',
  }),
};
