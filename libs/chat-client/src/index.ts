export {
  type ApiCall,
  ApiClient,
  type ApiClientOptions,
  type ApiParameters,
  type ApiResponse,
  type ParametersFor,
  UnexpectedResponse,
} from './api-client.js';
export { ChatClient } from './chat-client.js';
export { EventReader, type EventReaderListener, type WireEvent } from './event-reader.js';
export { ClientState } from './state/client-state.js';
export type { ItemOf, ListName, WireState } from './state/state-change.js';
export type { HttpRequest, HttpResponse, Transport } from './transport.js';
