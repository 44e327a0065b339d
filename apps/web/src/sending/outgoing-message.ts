import type { Destination } from './destination.js';

/** The key by which the server stores repeated requests once. */
export interface OutgoingKey {
  readonly localId: string;
  readonly queueId: string;
}

/** A message from Enter until it stands among the messages of the server. */
export interface OutgoingMessage extends OutgoingKey {
  readonly destination: Destination;
  /** A message that stood in the conversation when this one was written. */
  readonly seenId?: number | undefined;
  readonly content: string;
  /** The page that sends it. */
  readonly pageId: string;
  readonly writtenAtMs: number;
  /** `sent`: the server has it, and its event has not arrived. */
  readonly state: 'waiting' | 'sent' | 'refused';
  /** The id of the message, once it is sent. */
  readonly messageId?: number;
  /** Reason of a refusal, in the words of the server. */
  readonly reason?: string;
}

export const parametersOf = ({ destination, content, queueId, localId }: OutgoingMessage) => ({
  ...(destination.type === 'direct'
    ? { type: 'direct', to: destination.userIds }
    : { type: 'stream', to: destination.streamId, topic: destination.topic }),
  content,
  queue_id: queueId,
  local_id: localId,
});
