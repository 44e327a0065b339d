export { Compose } from './compose.js';
export { NewMessage } from './new-message.js';
export { uploadsOf } from './use-attachments.js';
export { moveText } from './use-draft.js';
export { writingOf } from './writing.js';
