import type { Message } from '@chat/chat-client';
import { useMemo } from 'react';
import type { AddressTerm } from '../addresses/index.js';
import { useClient, useMessageView } from '../client/index.js';
import { type ContentLink, linksIn } from './links-in.js';

/** Number of newest messages that are searched for links and people. */
const MAX_MESSAGES = 1_000;
const MAX_LINKS = 8;

export interface LinkOfMessage extends ContentLink {
  readonly message: Message;
}

/** The loaded messages of the conversation in view, in short. */
export interface Conversation {
  readonly count: number;
  /** All messages are loaded. */
  readonly isComplete: boolean;
  /** The latest first. */
  readonly senderIds: readonly number[];
  /** The newest first. */
  readonly links: readonly LinkOfMessage[];
}

/** Follows the list of messages in the middle of the page: it loads nothing itself. */
export function useConversation(terms: readonly AddressTerm[]): Conversation {
  const client = useClient();
  const { snapshot } = useMessageView(terms);
  const { ids, foundOldest, foundNewest } = snapshot;
  return useMemo(() => {
    const newest = ids.slice(-MAX_MESSAGES).reverse();
    const messages = newest.flatMap((id) => client.messages.get(id) ?? []);
    return {
      count: ids.length,
      isComplete: foundOldest && foundNewest,
      senderIds: [...new Set(messages.map(({ sender_id }) => sender_id))],
      links: linksOf(messages),
    };
  }, [client, ids, foundOldest, foundNewest]);
}

function linksOf(messages: readonly Message[]): readonly LinkOfMessage[] {
  const links = new Map<string, LinkOfMessage>();
  for (const message of messages) {
    for (const link of linksIn(message.content)) if (!links.has(link.href)) links.set(link.href, { ...link, message });
    if (links.size >= MAX_LINKS) break;
  }
  return [...links.values()].slice(0, MAX_LINKS);
}
