import { type AccountReader, avatarUrl, avatarUrlFor } from '@chat/auth';
import type { DirectoryUser } from '@chat/contracts';
import type { ClientEvent, ClientTraits } from '../client-event-mapping.js';

/** A form of `person`. Source: API contract. */
export const update = (person: Readonly<Record<string, unknown>>): ClientEvent => ({
  type: 'realm_user',
  op: 'update',
  person,
});

export const avatarEvent = (user: DirectoryUser, reader: AccountReader, client: ClientTraits): ClientEvent =>
  update({
    user_id: user.userId,
    avatar_source: user.avatarSource,
    avatar_url: avatarUrlFor(reader, user, client.clientExtavatar),
    avatar_url_medium: avatarUrl(reader, user, 'medium'),
    avatar_version: user.avatarVersion,
  });

/** Somebody as seen by somebody. */
interface View {
  readonly user: DirectoryUser;
  readonly reader: AccountReader;
}

export const hasOtherAvatar = (before: View, after: View, client: ClientTraits): boolean =>
  avatarUrlFor(after.reader, after.user, client.clientExtavatar) !==
    avatarUrlFor(before.reader, before.user, client.clientExtavatar) ||
  avatarUrl(after.reader, after.user) !== avatarUrl(before.reader, before.user);
