import { Bool, Field, Id, ListOf, Nested, OneOf, Text } from '../kit/fields.js';
import { list, text } from '../kit/types/index.js';

export const MAX_WEBHOOK_BYTES = 25 * 1024 * 1024;

/** Patterns in a list of `WebhookAddress`. */
export const MAX_EVENT_PATTERNS = 100;

const eventPatterns = () => list(text({ max: 200 }), { max: MAX_EVENT_PATTERNS });

/** Path and query of a webhook, besides the parameters of its integration. */
export class WebhookAddress {
  @Text({ description: 'Name of the integration, as `GET /integrations` lists it.' }) integration!: string;
  @Text({
    optional: true,
    description: 'API key of a bot. White space around it does not matter. Without it, Basic credentials are required.',
  })
  apiKey?: string;
  @Text({
    optional: true,
    description: 'Name or id of a stream. Without it the owner of the bot gets a direct message.',
  })
  stream?: string;
  @Text({
    optional: true,
    controlCharacters: 'allowed',
    description: 'Replaces the topic of the integration. It may be percent-encoded twice.',
  })
  topic?: string;
  @Field(eventPatterns(), {
    optional: true,
    description: 'Shell patterns (`*`, `?`, `[]`). Events that fit none of them are ignored.',
  })
  onlyEvents?: readonly string[];
  @Field(eventPatterns(), { optional: true, description: 'Shell patterns. Events that fit one of them are ignored.' })
  excludeEvents?: readonly string[];
}

/** Response to an accepted delivery of an incoming webhook, also if no message follows from it. */
export class ReceivedWebhook {
  @Bool({ optional: true, description: 'True if this delivery had been received within 24 hours before.' })
  duplicate?: boolean;
  @Text({ optional: true, description: 'Name of the caller, if the sender looks for it.' }) fullName?: string;
  @Text({ optional: true, description: 'Email address of the caller, likewise.' }) email?: string;
  @Id({ optional: true, description: 'Id of the caller, likewise.' }) id?: number;
}

/** A parameter of the address. */
export class WebhookParameter {
  @Text() name!: string;
  @Text() description!: string;
}

export const VERIFICATION_KINDS = ['hmac', 'token', 'bearer', 'standard-webhooks', 'own'] as const;

/** The proof of a service that it sent a request. */
export class SenderVerification {
  @OneOf(VERIFICATION_KINDS) kind!: (typeof VERIFICATION_KINDS)[number];
  @Field(list(text()), { description: 'Headers with the proof.' }) headers!: readonly string[];
  @Text() description!: string;
}

/** A service that may post to `/external/{name}`. */
export class IntegrationDescription {
  @Text() name!: string;
  @Field(list(text()), { description: 'Further names in the address.' }) aliases!: readonly string[];
  @Text() displayName!: string;
  @Field(list(text()), { description: 'For `only_events` and `exclude_events`.' }) eventTypes!: readonly string[];
  @ListOf(WebhookParameter, { description: 'Besides those of all integrations.' })
  parameters!: readonly WebhookParameter[];
  @Nested(SenderVerification) verification!: SenderVerification;
}

/** All integrations of incoming webhooks. */
export class IntegrationDescriptions {
  @ListOf(IntegrationDescription) integrations!: readonly IntegrationDescription[];
}

const template = { max: 10_000, optional: true, controlCharacters: 'allowed' } as const;

/** Parameters of POST /bots/{bot_id}/preview. A template that is absent is the one of the bot. */
export class PreviewParameters {
  @Id() botId!: number;
  @Text({ controlCharacters: 'allowed', description: 'The payload, as JSON.' }) payload!: string;
  @Text(template) topicTemplate?: string;
  @Text(template) contentTemplate?: string;
  @Text({ ...template, description: 'Blank, `false` or `0`: nothing is sent.' }) onlyIfTemplate?: string;
}

/** The message that a payload leads to. The preview sends nothing. */
export class PreviewedWebhook {
  @Text() topic!: string;
  @Text() content!: string;
  @Bool({ description: 'Whether the condition of the bot lets the message through.' }) wouldSend!: boolean;
}
