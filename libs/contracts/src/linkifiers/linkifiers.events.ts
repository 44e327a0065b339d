import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { ListOf } from '../kit/fields.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { integer, text, tuple } from '../kit/types/index.js';
import { Linkifier, LinkifierList } from './linkifiers.schema.js';

/** Client event for the whole realm, for clients that declared `linkifier_url_template`. */
@ClientEventOf({
  type: 'realm_linkifiers',
  when: 'The linkifiers changed: all of them, in order.',
  clients: { capability: 'linkifier_url_template', isDeclared: true },
})
export class RealmLinkifiersEvent {
  @ListOf(Linkifier) realmLinkifiers!: readonly Linkifier[];
}

class OlderRealmLinkifiers {
  @ListOf(Linkifier, { max: 0 }) realmLinkifiers!: readonly Linkifier[];
}
registerFieldsOf(['realm_linkifiers'], OlderRealmLinkifiers, { without: 'linkifier_url_template' });

/** Always empty: URL templates cannot be converted to the syntax of older clients. */
@ClientEventOf({
  type: 'realm_filters',
  when: 'The linkifiers changed, for clients older than `realm_linkifiers`: an empty list.',
  isDeprecated: true,
})
export class RealmFiltersEvent {
  @ListOf(tuple(text(), text(), integer()), { deprecated: true, description: '[pattern, URL, id].' })
  realmFilters!: readonly (readonly [string, string, number])[];
}

export const LinkifiersChanged = domainEvent('realm-settings.linkifiers_changed', {
  payload: LinkifierList,
  audience: wholeRealm,
  clientEvents: [RealmLinkifiersEvent, RealmFiltersEvent],
  toClient: ({ linkifiers }, _, { capabilities }) => [
    capabilities.linkifierUrlTemplate
      ? clientEvent(RealmLinkifiersEvent, { realmLinkifiers: linkifiers })
      : clientEvent(RealmFiltersEvent, { realmFilters: [] }),
  ],
});
