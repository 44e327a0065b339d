export { foldName } from './fold-name.js';
export { codePointCount, truncate } from './truncate.js';
