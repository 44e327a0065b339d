/** The kinds of parameters an endpoint can have. See "How to add an endpoint" in the gateway's README. */
export { anyOf } from './any-of.js';
export { boolean } from './boolean.js';
export { count, id, integer, MAX_ID, timestamp } from './integer.js';
export { list, tuple } from './list.js';
export { object, record } from './object.js';
export { oneOf } from './one-of.js';
export { Parameter, type ValueOf } from './parameter.js';
export { text } from './text.js';
