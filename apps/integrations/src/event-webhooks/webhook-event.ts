import { allClientEvents, badRequest, type WebhookFormat } from '@chat/contracts';

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

/**
 * The delivery of an event of the webhook's queue; undefined if the webhook wants other operations. `members`: the members of the JSON
 * object of the event, without its id in the queue.
 */
export function eventToDeliver(
  { eventTypes, format }: { readonly eventTypes: readonly string[]; readonly format: WebhookFormat },
  members: string,
): EventToDeliver | undefined {
  const payload = `{${members}}`;
  const event = JSON.parse(payload) as Readonly<Record<string, unknown>>;
  const type = String(event['type']);
  const withOperation = typeof event['op'] === 'string' ? `${type}.${event['op']}` : type;
  if (!eventTypes.includes(type) && !eventTypes.includes(withOperation)) return undefined;
  return { eventType: withOperation, payload: format === 'thin' ? JSON.stringify(idsOf(event)) : payload };
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
