import { MAX_QUEUE_EVENT_TYPES, queueNarrow } from '../event-queues/event-queues.schema.js';
import { Bool, Field, Id, Integer, ListOf, Num, OneOf, Text, Timestamp } from '../kit/fields.js';
import { malformedUnicode, nullBytes } from '../kit/parameter-errors.js';
import { jsonType, refined, text } from '../kit/types/index.js';

export const MAX_WEBHOOK_URL_LENGTH = 2_000;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 300;

/** `full`: the event as GET /events gives it. `thin`: its type and the ids in it. */
export const WEBHOOK_FORMATS = ['full', 'thin'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: the receiver answered 410. `failing`: nothing but failures for days. `stopped`: an administrator or the owner stopped it. */
export const DISABLED_REASONS = ['gone', 'failing', 'stopped'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `message`, or with an operation `subscription.add`. */
const webhookEventType = text({ max: 100, blank: false, controlCharacters: 'refused' });

const LONE_SURROGATE = /\p{Cs}/u;

/** A narrow that PostgreSQL can store. */
const webhookNarrow = refined(queueNarrow, (value, name) => {
  const requireStorable = (text: string) => {
    if (LONE_SURROGATE.test(text)) throw malformedUnicode(name);
    if (text.includes('\0')) throw nullBytes(name);
  };
  JSON.stringify(value, (key, item: unknown) => {
    requireStorable(key);
    if (typeof item === 'string') requireStorable(item);
    return item;
  });
});

/** The part of an event webhook that its owner chooses. */
export class WebhookFields {
  @Text({ max: MAX_WEBHOOK_URL_LENGTH, blank: false, controlCharacters: 'refused' }) url!: string;
  @ListOf(webhookEventType, {
    max: MAX_QUEUE_EVENT_TYPES,
    description: 'Types of events, each optionally with an operation: `message`, `subscription.add`.',
  })
  eventTypes!: readonly string[];
  @Field(webhookNarrow, { default: [] }) narrow!: unknown;
  @Bool({ default: false }) allPublicStreams!: boolean;
  @Bool({ default: false }) applyMarkdown!: boolean;
  @OneOf(WEBHOOK_FORMATS, { default: 'full' }) format!: WebhookFormat;
  @Bool({ default: false, description: 'Each delivery waits until the one before it is delivered or dead.' })
  ordered!: boolean;
  @Text({ max: MAX_WEBHOOK_DESCRIPTION_LENGTH, default: '' }) description!: string;
}

/** An event webhook: an event queue of its owner that the server pushes to an address. */
export class Webhook {
  @Id() id!: number;
  @Text() url!: string;
  @Text() description!: string;
  @ListOf(text()) eventTypes!: readonly string[];
  @Field(queueNarrow, {}) narrow!: unknown;
  @Bool() allPublicStreams!: boolean;
  @Bool() applyMarkdown!: boolean;
  @OneOf(WEBHOOK_FORMATS) format!: WebhookFormat;
  @Bool() ordered!: boolean;
  @Id() ownerId!: number;
  @Bool() isActive!: boolean;
  @OneOf(DISABLED_REASONS, { nullable: true }) disabledReason!: DisabledReason | null;
  @Timestamp() dateCreated!: number;
  @Timestamp({ nullable: true }) lastSuccess!: number | null;
  @Timestamp({ nullable: true }) lastFailure!: number | null;
  @Integer({ description: 'Failed attempts since the last success.' }) consecutiveFailures!: number;
  @Integer({ description: 'Deliveries that were not delivered yet.' }) pending!: number;
  @Integer({ description: 'Deliveries without a further attempt.' }) dead!: number;
}

/** One request of a delivery. */
export class DeliveryAttempt {
  @Timestamp() timestamp!: number;
  @Integer() durationMs!: number;
  @Integer({ nullable: true, description: 'Status of the response; null without one.' }) status!: number | null;
  @Text({ nullable: true }) error!: string | null;
}

/** An event on its way to the address of a webhook, or a record of it. */
export class WebhookDelivery {
  @Text({ description: 'The same in each attempt: the header `webhook-id`.' }) id!: string;
  @Text() eventType!: string;
  @Integer({ description: 'Counts the deliveries of the webhook without gaps.' }) sequence!: number;
  @Timestamp() timestamp!: number;
  @OneOf(DELIVERY_STATES) state!: DeliveryState;
  @ListOf(DeliveryAttempt) attempts!: readonly DeliveryAttempt[];
  @Num({ nullable: true, description: 'UTC seconds of the next attempt of a pending delivery.' })
  nextAttempt!: number | null;
}

const payload = jsonType<Readonly<Record<string, unknown>>>({
  kind: 'object',
  schema: { type: 'object' },
  check: (value) => value as Readonly<Record<string, unknown>>,
  problemOf: () => undefined,
});

/** A delivery with the JSON object that its requests carry. */
export class WebhookDeliveryWithPayload extends WebhookDelivery {
  @Field(payload, {}) payload!: Readonly<Record<string, unknown>>;
}
