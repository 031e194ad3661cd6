export { evaluation } from './evaluation';
