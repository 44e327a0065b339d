import { type ApiClient, isTransient, type Message, UnexpectedResponse } from '@chat/chat-client';
import { type Destination, destinationKey } from './destination.js';

type Topic = Extract<Destination, { type: 'stream' }>;

/** A message as the server has it; undefined if the reader does not see it, because it is deleted for example. Rejects without a response. */
export async function messageNow(api: ApiClient, id: number): Promise<Message | undefined> {
  const response = await api.call('GET', `/messages/${id}`);
  if (response.status === 200) return response.body.message;
  if (response.status === 400) return undefined;
  throw new UnexpectedResponse(`GET /messages/${id}`, response);
}

/**
 * Where a conversation is now. `seenId` is a message that stood in it. If no message up to this one is left in the topic, the topic has moved
 * as a whole, to the place of this message. Rejects without a response.
 */
export async function presentPlace(
  api: ApiClient,
  destination: Destination,
  seenId: number | undefined,
): Promise<Destination> {
  if (destination.type === 'direct' || seenId === undefined) return destination;
  try {
    const message = await messageNow(api, seenId);
    if (message?.stream_id === undefined) return destination;
    const place: Destination = { type: 'stream', streamId: message.stream_id, topic: message.subject };
    if (destinationKey(place) === destinationKey(destination)) return destination;
    return (await hasMessagesUpTo(api, destination, seenId)) ? destination : place;
  } catch (error) {
    if (isTransient(error)) throw error;
    return destination;
  }
}

async function hasMessagesUpTo(api: ApiClient, { streamId, topic }: Topic, id: number): Promise<boolean> {
  const narrow = [
    { operator: 'stream', operand: streamId },
    { operator: 'topic', operand: topic },
  ];
  const { messages } = await api.get('/messages', { anchor: id, num_before: 1, num_after: 0, narrow });
  return messages.length > 0;
}
