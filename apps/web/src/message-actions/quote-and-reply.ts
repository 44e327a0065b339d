import type { ChatClient, Message } from '@chat/chat-client';
import { fragmentOf } from '../addresses/index.js';
import { conversationAddress, namesIn } from '../message/conversation.js';
import { replyTo } from '../replies/index.js';
import { heldKeys } from '../shortcuts/index.js';
import { sourceOf } from './commands.js';

/** Brings the text of the message as a quotation into the box of its conversation. */
export async function quoteAndReply(client: ChatClient, message: Message): Promise<void> {
  const release = heldKeys.hold();
  try {
    const source = await sourceOf(client, message.id);
    replyTo(client, message, { text: quotation(client, message, source), isBlock: true });
  } finally {
    release();
  }
}

function quotation(client: ChatClient, message: Message, source: string): string {
  const ownUserId = client.state.field('user_id') as number;
  const fragment = fragmentOf(conversationAddress(message, ownUserId, message.id), namesIn(message));
  const link = `${location.origin}${location.pathname}${fragment}`;
  return quote(`@_**${message.sender_full_name}|${message.sender_id}**`, link, source);
}

/** The form of quotations that other clients write and read. */
export function quote(sender: string, link: string, source: string): string {
  const fence = fenceFor(source);
  return `${sender} [said](${link}):\n${fence}quote\n${source}\n${fence}\n`;
}

/** Longer than every fence in the text. */
function fenceFor(source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/^\s*(`{3,})/gm)].map(([, fence]) => fence?.length ?? 0));
  return '`'.repeat(longest + 1);
}
