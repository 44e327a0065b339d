export { TypingLine } from './typing-line.js';
export { useFollowWriters, useWriters } from './use-writers.js';
