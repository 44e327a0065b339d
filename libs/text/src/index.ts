export { codePointCount, foldName, truncate } from './text.js';
