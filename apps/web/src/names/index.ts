export { plainText } from './plain-text.js';
export { colorOf, namesOf, streamIn, useNames } from './use-names.js';
