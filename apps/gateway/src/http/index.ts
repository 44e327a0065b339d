/** Everything that a controller is written with. See the README of the gateway. */
export { JsonText } from '@chat/redis-rpc';
export type { Call, CallerNow } from './call.js';
export { Endpoint } from './endpoints.js';
export { FileResponse, JsonPieces, PartiallyCompleted, type TextPiece } from './handler-result.js';
