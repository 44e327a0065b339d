export { Compose } from './compose.js';
export { moveText, moveTextsOfAbsence } from './moved-text.js';
export { NewMessage } from './new-message.js';
export { uploadsOf } from './use-attachments.js';
export { writingOf } from './writing.js';
