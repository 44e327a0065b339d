import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { ListOf, Nested } from '../kit/fields.js';
import { PickType } from '../kit/mapped-classes.js';
import { RealmDomain } from './realm-domains.schema.js';

/** Client event for the whole realm, one per new domain. */
@ClientEventOf({ type: 'realm_domains', op: 'add', when: 'A domain may sign up from now on.' })
export class RealmDomainsAddEvent {
  @Nested(RealmDomain) realmDomain!: RealmDomain;
}

/** Client event for the whole realm: `allow_subdomains` of one domain changed. */
@ClientEventOf({ type: 'realm_domains', op: 'change', when: 'The subdomains of a domain may, or may not, sign up.' })
export class RealmDomainsChangeEvent extends RealmDomainsAddEvent {}

/** Client event for the whole realm, one per removed domain. */
@ClientEventOf({ type: 'realm_domains', op: 'remove', when: 'A domain may not sign up any more.' })
export class RealmDomainsRemoveEvent extends PickType(RealmDomain, ['domain']) {}

/** Register fields of the type `realm_domains`: all domains of the realm. */
export class RealmDomainsRegisterFields {
  @ListOf(RealmDomain) realmDomains!: readonly RealmDomain[];
}

export const REALM_DOMAIN_EVENTS = [RealmDomainsAddEvent, RealmDomainsChangeEvent, RealmDomainsRemoveEvent];

/** One event for each domain that was added, changed or removed. */
export function realmDomainEvents(before: readonly RealmDomain[], after: readonly RealmDomain[]): ClientEvent[] {
  const known = new Map(before.map(({ domain, allowSubdomains }) => [domain, allowSubdomains]));
  const events: ClientEvent[] = [];
  for (const realmDomain of after) {
    const allowed = known.get(realmDomain.domain);
    known.delete(realmDomain.domain);
    if (allowed === realmDomain.allowSubdomains) continue;
    events.push(clientEvent(allowed === undefined ? RealmDomainsAddEvent : RealmDomainsChangeEvent, { realmDomain }));
  }
  for (const domain of known.keys()) events.push(clientEvent(RealmDomainsRemoveEvent, { domain }));
  return events;
}
