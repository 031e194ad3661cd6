export { candidate } from './candidate';
export { evaluation } from './evaluation';
export { search } from './search';
