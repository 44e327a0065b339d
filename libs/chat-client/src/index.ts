export {
  type ApiCall,
  ApiClient,
  type ApiClientOptions,
  type ApiParameters,
  type ApiResponse,
  type BrowserSession,
  NoResponse,
  type ParametersFor,
  UnexpectedResponse,
} from './api-client.js';
export { type ChangeListener, ChatClient, type EventListener } from './chat-client.js';
export {
  type EventQueue,
  EventReader,
  type EventReaderListener,
  isTransient,
  pauseMs,
  type WireEvent,
} from './event-reader.js';
export type { Message } from './messages/message.js';
export { MAX_MESSAGES, MAX_VIEWS, type MessageStore } from './messages/message-store.js';
export { type Anchor, MAX_IDS_PER_RANGE, type MessageView, type ViewSnapshot } from './messages/message-view.js';
export type { WireNarrow } from './messages/view-narrow.js';
export { type EventFields, type EventKind, eventFields, kindOf } from './state/client-events.js';
export { ClientState, type FieldName, type ReadonlyUnread } from './state/client-state.js';
export type { ReadonlyIdSet } from './state/id-set.js';
export { type RecordKey, type RecordListName, type RecordOf, topicKey } from './state/record-lists.js';
export type { ChangedPart, Changes } from './state/state-store.js';
export { amongPeople, inTopic, type UnreadConversation, type UnreadPlace } from './state/unread-messages.js';
export type { ItemOf, ListName, WireState } from './state/wire-state.js';
export type { HttpRequest, HttpResponse, Transport } from './transport.js';
