import { eventFields, type WireEvent } from '@chat/chat-client';
import { type Destination, destinationKey } from '../sending/index.js';

/** A move of messages from one topic to another. */
interface Move {
  readonly from: Destination;
  readonly to: Destination;
  readonly messageIds: readonly number[];
  /** All messages of the topic were meant. */
  readonly isWhole: boolean;
}

/** Undefined if the event moved nothing to another topic. */
export function moveIn(event: WireEvent): Move | undefined {
  const edit = eventFields(event, 'update_message');
  if (edit === undefined) return undefined;
  const {
    orig_subject: before,
    subject: topic = before,
    stream_id: formerId,
    new_stream_id: streamId = formerId,
    message_ids: messageIds,
    propagate_mode: mode,
  } = edit;
  if (topic === undefined || formerId === undefined || streamId === undefined) return undefined;
  return {
    from: { type: 'stream', streamId: formerId, topic: before ?? topic },
    to: { type: 'stream', streamId, topic },
    messageIds,
    isWhole: mode === 'change_all',
  };
}

/** The topic to which an event moved all messages of a topic that were in view; undefined if it did not. */
export function movedTo(event: WireEvent, from: Destination, ids: readonly number[]): Destination | undefined {
  const move = moveIn(event);
  if (move === undefined || destinationKey(move.from) !== destinationKey(from) || ids.length === 0) return undefined;
  const moved = new Set(move.messageIds);
  return move.isWhole || ids.every((id) => moved.has(id)) ? move.to : undefined;
}
