export { Reading } from './reading.js';
export { useEditsOfDeleted } from './use-edits-of-deleted.js';
export { useMovedTexts } from './use-moved-texts.js';
