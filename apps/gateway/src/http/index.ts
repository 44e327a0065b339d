/** What a controller is written with. See "How to add an endpoint" in the gateway's README. */
export { JsonText } from '@chat/redis-rpc';
export { type Answer, JsonPieces, PartiallyCompleted, RawAnswer, type TextPiece } from './answers.js';
export type { Call, CallerNow, UploadedFile } from './call.js';
export { Endpoint } from './endpoint.decorator.js';
export { Stopping } from './stopping.js';
