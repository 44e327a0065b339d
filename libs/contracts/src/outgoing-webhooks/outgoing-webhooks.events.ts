import { domainEvent } from '../domain-event.js';

/** How a message calls a bot: by a mention in a stream, or as a direct message to the bot. */
export const BOT_TRIGGERS = ['mention', 'private_message'] as const;
export type BotTrigger = (typeof BOT_TRIGGERS)[number];

/** Bots that one message calls; further ones are not called. */
export const MAX_TRIGGERED_BOTS = 100;

export interface BotsTriggeredPayload {
  readonly messageId: number;
  /** A person. */
  readonly senderId: number;
  readonly trigger: BotTrigger;
  /** Active outgoing webhook bots. */
  readonly botIds: readonly number[];
}

/** A person's message calls outgoing webhook bots. Recorded with the message, and only if it calls one. */
export const BotsTriggered = domainEvent<BotsTriggeredPayload>()('messaging.bots_triggered');
