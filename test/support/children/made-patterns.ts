import { patternsMadeBy } from '../sources';

// Prints, as JSON, the regular expressions created while the API loads. Run it in a new process.
const made = patternsMadeBy(() => void require('../../../server/app'));
process.stdout.write(JSON.stringify(made.map(({ source, flags }) => ({ source, flags }))));
