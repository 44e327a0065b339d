import { type EventFields, kindOf, type WireEvent } from '@chat/chat-client';
import { type Destination, destinationKey } from '../sending/index.js';

/** The topic to which an event moved all messages of a topic that were in view; undefined if it did not. */
export function movedTo(event: WireEvent, from: Destination, ids: readonly number[]): Destination | undefined {
  if (from.type !== 'stream' || kindOf(event.type, event.op) !== 'update_message') return undefined;
  const {
    orig_subject: before,
    subject: topic = before,
    stream_id: formerId,
    new_stream_id: streamId = formerId,
    message_ids: movedIds,
  } = event as unknown as EventFields<'update_message'>;
  if (topic === undefined || formerId === undefined || streamId === undefined || ids.length === 0) return undefined;
  const former: Destination = { type: 'stream', streamId: formerId, topic: before ?? topic };
  if (destinationKey(former) !== destinationKey(from)) return undefined;
  const moved = new Set(movedIds);
  return ids.every((id) => moved.has(id)) ? { type: 'stream', streamId, topic } : undefined;
}
