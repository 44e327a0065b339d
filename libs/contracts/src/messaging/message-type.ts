import { oneOf } from '../kit/types/choices.js';
import { type FieldType, mapped } from '../kit/types/field-type.js';

export const MESSAGE_TYPES = ['stream', 'direct'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The type of a message in a request. Older clients call direct messages `private`. */
export const messageType = (): FieldType<MessageType> =>
  mapped(
    oneOf(['direct', 'stream', 'private']),
    (type) => (type === 'stream' ? 'stream' : 'direct'),
    oneOf(MESSAGE_TYPES).problemOf,
  );
