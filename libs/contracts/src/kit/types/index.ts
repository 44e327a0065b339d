export * from './choices.js';
export * from './collections.js';
export * from './field-type.js';
export * from './link.js';
export * from './numbers.js';
export * from './object.js';
export * from './text.js';
