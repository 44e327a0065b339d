/** A service's state for a registration as text: written by services, read by the gateway without parsing it. */
export { readStateText, type SharedText, type StateText } from './read-state-text.js';
export { registerStateText, SharedList, TextBlock } from './register-state-text.js';
