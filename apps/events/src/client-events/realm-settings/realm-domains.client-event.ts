import { domainOnWire, type RealmUpdatedPayload } from '@chat/contracts';
import type { ClientEvent } from '../../fan-out/client-event-mapping.js';

/** One event for each domain that came, changed or went. */
export function realmDomainEvents({ realm, previous }: RealmUpdatedPayload): ClientEvent[] {
  if (previous.domains === undefined) return [];
  const before = new Map(previous.domains.map((domain) => [domain.domain, domain]));
  const events: ClientEvent[] = [];
  for (const domain of realm.domains) {
    const known = before.get(domain.domain);
    before.delete(domain.domain);
    if (known?.allowSubdomains === domain.allowSubdomains) continue;
    events.push({ type: 'realm_domains', op: known ? 'change' : 'add', realm_domain: domainOnWire(domain) });
  }
  for (const domain of before.keys()) events.push({ type: 'realm_domains', op: 'remove', domain });
  return events;
}
