import type { Reader } from '../audience.js';
import { ALL_CAPABILITIES } from '../client-capabilities.js';
import { allClientEventMappings, type ClientTraits } from '../domain-event.js';
import type { ClientEvent } from '../kit/client-event.js';
import type { DomainEventType, LoggedEvent } from '../logged-event.js';
import { Role } from '../roles.js';

export const TEST_READER = { userId: 5, role: Role.Member } as Reader;
export const TEST_CLIENT: ClientTraits = {
  applyMarkdown: true,
  clientExtavatar: true,
  slimPresence: true,
  includeSubscribers: false,
  capabilities: ALL_CAPABILITIES,
};

/** The client events of a domain event for one reader; undefined if the reader is not in the audience of type `readers`. */
export function clientEventsOf<Payload>(
  { type }: DomainEventType<string, Payload>,
  payload: Payload,
  reader: Reader = TEST_READER,
  client: ClientTraits = TEST_CLIENT,
): readonly ClientEvent[] | undefined {
  const mapping = allClientEventMappings().find(({ source }) => source.type === type);
  if (mapping === undefined) throw new Error(`${type} has no client events.`);
  const event = { type, payload, logId: '1700000000000-0' } as LoggedEvent;
  const audience = mapping.audience(payload);
  if (audience.kind === 'readers' && !audience.test(reader)) return undefined;
  return mapping.forClient(payload, reader, client, event, (sealed) => sealed.replace('sealed: ', ''));
}
