import { patternsMadeBy } from '../sources';

// Prints, as JSON, the patterns that are made while the API is loaded: in a process in which nothing is loaded yet.
const made = patternsMadeBy(() => void require('../../../server/app'));
process.stdout.write(JSON.stringify(made.map(({ source, flags }) => ({ source, flags }))));
