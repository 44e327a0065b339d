/**
 * A client of the HTTP API, for tests and tools: calls (`ApiClient`), a queue that is read through every fault (`EventReader`),
 * and what a client knows from its registration and its events (`ClientState`). Depends on nothing; whoever wants answers held
 * against their schemas gives `onAnswer` a `WireCheck`.
 */
export {
  type AnsweredCall,
  type AnswerListener,
  type ApiAnswer,
  ApiClient,
  type ApiParameters,
  type ClientIdentity,
  UnexpectedAnswer,
} from './api-client.js';
export { ChatClient } from './chat-client.js';
export { EventReader, type EventReaderListener, type WireEvent, type WireState } from './event-reader.js';
export { ClientState, changesState } from './state/client-state.js';
export { comparableState } from './state/comparable-state.js';
