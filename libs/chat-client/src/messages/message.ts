import type { Message as ContractMessage, Wire } from '@chat/contracts';
import type { MessageForReader } from '@chat/narrow';
import type { ClientState } from '../state/client-state.js';
import { topicKey } from '../state/record-lists.js';
import type { UnreadPlace } from '../state/unread-messages.js';

/** A message as GET /messages has it. */
export type Message = Wire<ContractMessage>;

const MUTED = 1;
const UNMUTED = 2;
const STREAM_LISTS = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const;

/** The stream under its present name; undefined if the reader does not see it. */
export const streamOf = (state: ClientState, streamId: number) =>
  STREAM_LISTS.map((name) => state.records(name).get(streamId)).find((stream) => stream !== undefined);

function isMuted(state: ClientState, streamId: number, topic: string): boolean {
  const policy = state.records('user_topics').get(topicKey(streamId, topic))?.visibility_policy;
  if (policy === MUTED || policy === UNMUTED) return policy === MUTED;
  return state.records('subscriptions').get(streamId)?.is_muted ?? false;
}

type Recipient = MessageForReader['recipient'];

function recipientOf(
  state: ClientState,
  { display_recipient: people, stream_id: streamId, subject }: Message,
): Recipient {
  if (typeof people === 'string') return topicRecipient(state, streamId ?? 0, subject, people);
  return { kind: 'direct', participants: people };
}

function topicRecipient(state: ClientState, streamId: number, topic: string, knownName = ''): Recipient {
  const stream = streamOf(state, streamId);
  return {
    kind: 'stream',
    streamId,
    streamName: stream?.name ?? knownName,
    topic,
    isPublic: stream?.invite_only === false,
    isWebPublic: stream?.is_web_public === true,
  };
}

const readerIn = (state: ClientState): number => state.field('user_id') ?? 0;

/** The message with the properties that narrows test. */
export function forReader(state: ClientState, message: Message): MessageForReader {
  const { stream_id: streamId, subject, content } = message;
  return {
    messageId: message.id,
    sender: { id: message.sender_id, email: message.sender_email },
    recipient: recipientOf(state, message),
    readerId: readerIn(state),
    flags: message.flags,
    renderedContent: content,
    hasAttachment: content.includes('/user_uploads/'),
    content: content.replace(/<[^>]*>/g, ' '),
    isMuted: streamId !== undefined && isMuted(state, streamId, subject),
  };
}

const NO_MESSAGE = {
  messageId: 0,
  sender: { id: 0, email: '' },
  flags: [],
  renderedContent: '',
  hasAttachment: false,
  content: '',
  isMuted: false,
};

/** A message with a place and no other properties. */
export function inPlace(state: ClientState, place: UnreadPlace): MessageForReader {
  const readerId = readerIn(state);
  if (place.list === 'streams') {
    return { ...NO_MESSAGE, readerId, recipient: topicRecipient(state, place.key.stream_id, place.key.topic) };
  }
  const ids =
    place.list === 'pms' ? [place.key.other_user_id, readerId] : place.key.user_ids_string.split(',').map(Number);
  const participants = [...new Set(ids)].map((id) => ({
    id,
    email: state.records('realm_users').get(id)?.email ?? '',
  }));
  return { ...NO_MESSAGE, readerId, recipient: { kind: 'direct', participants } };
}
