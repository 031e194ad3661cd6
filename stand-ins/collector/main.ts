import { serve } from '../base/http';
import { createCollector, type MetricsAddresses } from './collector';

/** Runs the collector of `npm start -- --observe`. Reads HOST, PORT and METRICS (JSON: URLs by process name). */
const { HOST = '127.0.0.1', PORT = '3400', METRICS = '{}' } = process.env;
serve(createCollector(JSON.parse(METRICS) as MetricsAddresses), HOST, Number(PORT));
