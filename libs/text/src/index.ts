export { excerptOf } from './excerpt.js';
export { codePointCount, foldName, truncate } from './text.js';
