import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { ListOf } from '../kit/fields.js';
import { Playground, PlaygroundList } from './playgrounds.schema.js';

/** Client event for the whole realm; it carries the complete list. */
@ClientEventOf({ type: 'realm_playgrounds', when: 'The code playgrounds changed: all of them.' })
export class RealmPlaygroundsEvent {
  @ListOf(Playground) realmPlaygrounds!: readonly Playground[];
}

export const PlaygroundsChanged = domainEvent('realm-settings.playgrounds_changed', {
  payload: PlaygroundList,
  audience: wholeRealm,
  clientEvent: RealmPlaygroundsEvent,
  toClient: ({ playgrounds }) => ({ realmPlaygrounds: playgrounds }),
});
