export { type Destination, destinationKey, destinationOf, toPeople } from './destination.js';
export { Outbox, type OutboxParts } from './outbox.js';
export { outboxStorage, outgoingIn } from './outbox-storage.js';
export { type OutgoingMessage, parametersOf } from './outgoing-message.js';
export { messageNow, presentPlace } from './present-place.js';
export type { SendResponse } from './send-outcome.js';
