import { type AccountReader, avatarUrl } from '@chat/auth';
import type { DirectoryUser } from '@chat/contracts';
import type { ClientEvent } from '../../fan-out/client-event-mapping.js';

/** A form of `person`. Source: API contract. */
export const update = (person: Readonly<Record<string, unknown>>): ClientEvent => ({
  type: 'realm_user',
  op: 'update',
  person,
});

/** The picture's address is said to clients that could compute it, too: api-shapes.json has no other form. */
export const avatarEvent = (user: DirectoryUser, reader: AccountReader): ClientEvent =>
  update({
    user_id: user.userId,
    avatar_source: user.avatarSource,
    avatar_url: avatarUrl(reader, user),
    avatar_url_medium: avatarUrl(reader, user, 'medium'),
    avatar_version: user.avatarVersion,
  });

/** Somebody as seen by somebody. */
interface View {
  readonly user: DirectoryUser;
  readonly reader: AccountReader;
}

export const hasOtherAvatar = (before: View, after: View): boolean =>
  avatarUrl(after.reader, after.user) !== avatarUrl(before.reader, before.user);
