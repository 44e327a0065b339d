/**
 * A client of the HTTP API, for tests and tools: calls (`ApiClient`), a queue that is read through every fault (`EventReader`),
 * and what a client knows from its registration and its events (`ClientState`). Fields of responses and events have the types of
 * `libs/contracts`; to check answers against their schemas, give `onAnswer` a `WireCheck`.
 */
export {
  type AnsweredCall,
  type AnswerListener,
  type ApiAnswer,
  ApiClient,
  type ApiParameters,
  type ClientIdentity,
  type ParametersFor,
  UnexpectedAnswer,
} from './api-client.js';
export { ChatClient } from './chat-client.js';
export { EventReader, type EventReaderListener, type WireEvent } from './event-reader.js';
export { ClientState, changesState } from './state/client-state.js';
export { type ComparableState, comparableState } from './state/comparable-state.js';
export type { WireState } from './state/state-change.js';
