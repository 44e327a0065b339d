import { ClientCapabilities } from '../client-capabilities.js';
import { narrow } from '../history/history.schema.js';
import { Bool, Field, Integer, ListOf, Nested, Text } from '../kit/fields.js';
import { anyValue, jsonType, text } from '../kit/types/index.js';

export const MAX_QUEUE_EVENT_TYPES = 200;

const eventType = text({ max: 100 });
/** The narrow of a queue, in pairs or objects. The events service validates the terms. */
export const queueNarrow = { ...anyValue, kind: 'narrow', schema: narrow().schema };

/** The options of POST /register, and of GET /events without `queue_id`. */
export class RegistrationParameters {
  @Bool({ default: false }) applyMarkdown!: boolean;
  @Bool({ optional: true }) clientExtavatar?: boolean;
  @Bool({ default: false }) includeSubscribers!: boolean;
  @Bool({ default: false }) slimPresence!: boolean;
  /** Absent: every type. Unknown types have no effect. */
  @ListOf(eventType, { max: MAX_QUEUE_EVENT_TYPES, optional: true }) eventTypes?: readonly string[];
  @Bool({ optional: true, description: 'Default: false, or the default of the bot.' }) allPublicStreams?: boolean;
  @Nested(ClientCapabilities, { optional: true }) clientCapabilities?: ClientCapabilities;
  @ListOf(eventType, { max: MAX_QUEUE_EVENT_TYPES, optional: true }) fetchEventTypes?: readonly string[];
  @Field(queueNarrow, { default: [], description: 'Without terms, the default stream of the bot counts.' })
  narrow!: unknown;
}

/** Any text: an id of a wrong form has the error of a missing queue. */
const queueId = text({ controlCharacters: 'allowed' });

/** Parameters of DELETE /events. Error BAD_EVENT_QUEUE_ID if the actor has no such queue. */
export class EventQueueSelection {
  @Field(queueId, {}) queueId!: string;
}

/** With `queueId` a poll of this queue; without it a registration that returns at once. */
export class EventPoll extends RegistrationParameters {
  @Field(queueId, {
    optional: true,
    description: 'Without it a queue is registered by the other parameters, and its id is in the response.',
  })
  queueId?: string;
  @Integer({ optional: true, description: 'Events up to it are acknowledged and will not be sent again.' })
  lastEventId?: number;
  @Bool({
    default: false,
    description:
      'Respond at once, with or without events. The events include every change that was acknowledged before.',
  })
  dontBlock!: boolean;
}

/** In the response, the register fields follow these. */
export class RegisteredQueue {
  @Text({ nullable: true, description: 'Null only without credentials.' }) queueId!: string | null;
  @Integer({ description: 'For the first GET /events. -1 without a queue.' }) lastEventId!: number;
}

const event = jsonType<Readonly<Record<string, unknown>>>({
  kind: 'event',
  schema: { $ref: '#/$defs/Event' },
  check: (value) => value as Readonly<Record<string, unknown>>,
  problemOf: () => undefined,
});

/** Events of a queue after `last_event_id`, in order. */
export class EventPage {
  @ListOf(event, { description: 'In order; ids increase.' }) events!: readonly Readonly<Record<string, unknown>>[];
  @Text() queueId!: string;
  @Integer({ optional: true }) lastEventId?: number;
}
