export { Compose } from './compose.js';
export { NewMessage } from './new-message.js';
export { writingOf } from './writing.js';
