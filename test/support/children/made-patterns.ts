import { patternsMadeBy } from '../sources';

// Prints, as JSON, the regular expressions created while the API loads. Needs a new process, in which nothing is loaded
// yet.
const made = patternsMadeBy(() => void require('../../../server/app'));
process.stdout.write(JSON.stringify(made.map(({ source, flags }) => ({ source, flags }))));
