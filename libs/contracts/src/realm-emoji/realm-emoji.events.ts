import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { MapOf } from '../kit/fields.js';
import { RealmEmoji, RealmEmojiList, realmEmojiById } from './realm-emoji.schema.js';

/** Client event for the whole realm. It carries the complete set, deactivated emoji too. */
@ClientEventOf({ type: 'realm_emoji', op: 'update', when: 'The custom emoji changed: all of them.' })
export class RealmEmojiUpdateEvent {
  /** By id. */
  @MapOf(RealmEmoji) realmEmoji!: Readonly<Record<string, RealmEmoji>>;
}

export const RealmEmojiChanged = domainEvent('realm-settings.realm_emoji_changed', {
  payload: RealmEmojiList,
  audience: wholeRealm,
  clientEvent: RealmEmojiUpdateEvent,
  toClient: (list) => ({ realmEmoji: realmEmojiById(list) }),
});
