import type { NewMessage, NewReaction, NewSubscriptions, Wire } from '@chat/contracts';
import { DemoClient } from './demo-client.js';
import type { Conversation, DemoMessage, DemoUser } from './organization.js';
import { PERSON_KEYS, type PersonKey, STREAMS } from './organization.js';

/** Conversations that go on at the same time. */
const AT_ONCE = 4;

/** Conversations to post, and the record of their progress. */
interface ConversationsToPost {
  baseUrl: string;
  accounts: Record<PersonKey, DemoUser>;
  conversations: readonly Conversation[];
  /** Indexes of conversations that are complete. */
  done: Set<number>;
  onDone: () => void;
}

/**
 * Makes the streams and posts the conversations with their reactions, through HTTP. After an interruption it goes on
 * where it stopped: a message that was sent already is recognized by its `local_id` and not sent twice.
 */
export async function postConversations(post: ConversationsToPost): Promise<void> {
  const clients = Object.fromEntries(
    PERSON_KEYS.map((key) => [key, new DemoClient(post.baseUrl, post.accounts[key])]),
  ) as Record<PersonKey, DemoClient>;
  if (post.done.size === 0) await makeStreams(clients.nora, post.accounts);
  const waiting = [...post.conversations.entries()].filter(([index]) => !post.done.has(index));
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, conversation] = next;
      for (const [position, message] of conversation.messages.entries()) {
        await say(clients, post.accounts, conversation, message, `${index}.${position}`);
      }
      post.done.add(index);
      post.onDone();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function makeStreams(owner: DemoClient, accounts: Record<PersonKey, DemoUser>): Promise<void> {
  for (const { name, description, isPrivate, members } of STREAMS) {
    await owner.call<NewSubscriptions>('POST', '/users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: members.map((key) => accounts[key].user_id),
      invite_only: isPrivate,
      announce: false,
    });
  }
}

async function say(
  clients: Record<PersonKey, DemoClient>,
  accounts: Record<PersonKey, DemoUser>,
  conversation: Conversation,
  [author, content, reactions = {}]: DemoMessage,
  localId: string,
): Promise<void> {
  const address: Pick<Wire<NewMessage>, 'type' | 'to' | 'topic'> = 'between' in conversation
    ? { type: 'direct', to: conversation.between.map((key) => accounts[key].user_id) }
    : { type: 'stream', to: conversation.stream, topic: conversation.topic };
  const { id } = await clients[author].call<NewMessage>('POST', '/messages', {
    ...address,
    content,
    queue_id: 'demo',
    local_id: localId,
  });
  for (const [emoji, people] of Object.entries(reactions)) {
    for (const key of people) await react(clients[key], Number(id), emoji);
  }
}

async function react(client: DemoClient, messageId: number, emoji: string): Promise<void> {
  try {
    await client.call<NewReaction>('POST', `/messages/${messageId}/reactions`, { emoji_name: emoji });
  } catch (error) {
    // Repeated after an interruption.
    if (!String(error).includes('already exists')) throw error;
  }
}
