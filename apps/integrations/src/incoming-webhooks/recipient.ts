import { badRequest, MAX_ID, type Principal, type WebhookAddress } from '@chat/contracts';
import type { WebhookMessage } from './integration.js';
import { topicOf } from './text/message-text.js';

type Recipient =
  | { readonly type: 'stream'; readonly to: string | number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: readonly number[] };

const INTEGER = /^\d+$/;

/**
 * The stream of the message or of the address, by name or id. Without one it is a direct message to the owner of the bot, or to the
 * person of the key in the address.
 */
export function recipientOf(
  message: Pick<WebhookMessage, 'topic' | 'stream'>,
  { stream: inAddress, topic }: Pick<WebhookAddress, 'stream' | 'topic'>,
  { userId, isBot, botOwnerId }: Principal,
): Recipient {
  const stream = message.stream ?? inAddress;
  if (stream !== undefined) return { type: 'stream', to: idOrName(stream), topic: topicOf(topic ?? message.topic) };
  if (!isBot) return { type: 'direct', to: [userId] };
  if (!botOwnerId) throw badRequest('A bot without an owner needs the parameter stream');
  return { type: 'direct', to: [botOwnerId] };
}

function idOrName(stream: string): string | number {
  const id = INTEGER.test(stream) ? Number(stream) : Number.NaN;
  return id <= MAX_ID ? id : stream;
}
