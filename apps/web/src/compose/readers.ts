import type { ChatClient } from '@chat/chat-client';
import { personIn } from '../people/index.js';
import type { Destination } from '../sending/index.js';
import { knownSubscribers } from '../subscribers/index.js';

/** Streams from this number of subscribers on need a confirmation for wildcards. */
const BIG_STREAM = 15;

/** Whether a person would see a message: takes part, or is subscribed. */
export function seesMessages(client: ChatClient, destination: Destination, userId: number): boolean {
  if (destination.type === 'direct') {
    return destination.userIds.includes(userId) || userId === client.state.field('user_id');
  }
  // Without the list nothing is known, so nothing is said.
  return knownSubscribers(client).get(destination.streamId)?.has(userId) ?? true;
}

/** A mention that is not silent. */
const MENTION = /@\*\*([^*|]+)(?:\|(\d+))?\*\*/g;
const WILDCARDS = new Set(['all', 'everyone', 'stream', 'channel']);

/** Names of mentioned people that would not see the message. */
export function unreached(client: ChatClient, destination: Destination, content: string): readonly string[] {
  const people = client.state.records('realm_users');
  const names = new Set<string>();
  for (const [, name = '', id] of withoutCode(content).matchAll(MENTION)) {
    if (id === undefined && WILDCARDS.has(name)) continue;
    const userId = id === undefined ? [...people.values()].find((one) => one.full_name === name)?.user_id : Number(id);
    if (userId === undefined || personIn(client.state, userId) === undefined) continue;
    if (!seesMessages(client, destination, userId)) names.add(name);
  }
  return [...names];
}

/** The stream with all the people that the text notifies; undefined without a wildcard. */
export function notifiedStream(destination: Destination, content: string): number | undefined {
  if (destination.type === 'direct') return undefined;
  const hasWildcard = [...withoutCode(content).matchAll(MENTION)].some(([, name = '']) => WILDCARDS.has(name));
  return hasWildcard ? destination.streamId : undefined;
}

/** The number of subscribers of a stream, if they are many; else undefined. */
export async function manyIn(client: ChatClient, streamId: number): Promise<number | undefined> {
  // The server decides about a stream that cannot be loaded.
  const subscribers = await knownSubscribers(client)
    .load(streamId)
    .catch(() => undefined);
  const count = subscribers?.size ?? 0;
  return count > BIG_STREAM ? count : undefined;
}

const withoutCode = (content: string): string =>
  content.replaceAll(/^(`{3,}|~{3,})(?!quote|spoiler)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '').replaceAll(/`[^`\n]*`/g, '');
