import {
  ProfileFieldsChanged,
  type ProfileFieldsChangedPayload,
  profileFieldOnWire,
  RealmEmojiChanged,
  type RealmEmojiChangedPayload,
  realmEmojiOnWire,
} from '@chat/contracts';
import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';

/*
 * Lists that clients are told whole, everybody. Source: reference shapes.
 */

export const profileFieldsChangedMapping: ClientEventMapping<ProfileFieldsChangedPayload> = {
  source: ProfileFieldsChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ fields }) => [{ type: 'custom_profile_fields', fields: fields.map(profileFieldOnWire) }],
};

export const realmEmojiChangedMapping: ClientEventMapping<RealmEmojiChangedPayload> = {
  source: RealmEmojiChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ emoji }) => [{ type: 'realm_emoji', op: 'update', realm_emoji: realmEmojiOnWire(emoji) }],
};
