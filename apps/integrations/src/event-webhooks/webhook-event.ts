import { allClientEvents, badRequest, type WebhookFields } from '@chat/contracts';

/** An event of a queue as a delivery. */
export interface EventToDeliver {
  readonly eventType: string;
  /** JSON. */
  readonly payload: string;
}

/** Events reach a queue some moments after their commit, so a gap begins a little before the last look at the queue. */
const GAP_MARGIN_MS = 10_000;

/** Says that events since this time may be missing. */
export function gapSince(completeUntil: Date): EventToDeliver {
  const from = new Date(completeUntil.getTime() - GAP_MARGIN_MS).toISOString();
  const payload = JSON.stringify({ type: 'webhook.gap', from, until: new Date().toISOString() });
  return { eventType: 'webhook.gap', payload };
}

/** Throws BAD_REQUEST for a type that no event has. */
export function requireKnownEventTypes(eventTypes: readonly string[]): void {
  if (eventTypes.length === 0) throw badRequest("'event_types' must not be empty");
  const known = new Set(
    [...allClientEvents().values()].flatMap(({ type, op }) => (op ? [type, `${type}.${op}`] : type)),
  );
  const unknown = eventTypes.find((eventType) => !known.has(eventType));
  if (unknown !== undefined) throw badRequest(`Invalid event type in 'event_types': ${unknown}`);
}

/** The types by which a queue is registered: those of the webhook without operations. */
export const queueTypes = (eventTypes: readonly string[]): string[] => [
  ...new Set(eventTypes.map((eventType) => eventType.split('.', 1)[0] as string)),
];

/** An event of a queue in the forms that webhooks may want. Webhooks with one form share it. */
export class QueueEvent {
  private readonly type: string;
  private readonly withOperation: string;
  private readonly full: EventToDeliver;
  private thin: EventToDeliver | undefined;

  /** `members`: those of the JSON object of the event, without its id in the queue. */
  constructor(members: string) {
    const payload = `{${members}}`;
    const { type, op } = JSON.parse(payload) as Readonly<Record<string, unknown>>;
    this.type = String(type);
    this.withOperation = typeof op === 'string' ? `${this.type}.${op}` : this.type;
    this.full = { eventType: this.withOperation, payload };
  }

  /** Undefined if the webhook wants other operations. */
  deliveryTo({ eventTypes, format }: Pick<WebhookFields, 'eventTypes' | 'format'>): EventToDeliver | undefined {
    if (!eventTypes.includes(this.type) && !eventTypes.includes(this.withOperation)) return undefined;
    if (format === 'full') return this.full;
    this.thin ??= { ...this.full, payload: JSON.stringify(idsOf(JSON.parse(this.full.payload))) };
    return this.thin;
  }
}

const ID = /(?:^|_)ids?$/;

/** Type and operation, and every id at the top level and of the objects there. */
function idsOf(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ids: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) {
    if (name === 'type' || name === 'op' || ID.test(name)) ids[name] = value;
    else if (isObject(value)) {
      const inner = Object.entries(value).filter(([key]) => ID.test(key));
      if (inner.length > 0) ids[name] = Object.fromEntries(inner);
    }
  }
  return ids;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
