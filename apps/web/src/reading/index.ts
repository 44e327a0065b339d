export { Reading } from './reading.js';
