export { bestMatches, folded, matchRank } from './match-words.js';
export { SearchField } from './search-field.js';
export { queryOfAddress } from './search-query.js';
