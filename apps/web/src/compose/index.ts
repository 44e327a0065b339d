export { Compose } from './compose.js';
