import { wholeRealm } from '../client-event-mapping.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, MapOf } from '../kit/fields.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { type StatusRecord, UserStatus } from './user-status.schema.js';

export class UserStatusRegisterFields {
  @MapOf(UserStatus, { description: 'By user id.' }) userStatus!: Readonly<Record<string, UserStatus>>;
}
registerFieldsOf(['user_status'], UserStatusRegisterFields);

@ClientEventOf({ type: 'user_status', when: 'Somebody changed their status: only what changed. To everybody.' })
export class UserStatusEvent extends UserStatus {
  @Id() userId!: number;
}

export class UserStatusChangedPayload {
  readonly userId!: number;
  /** Null if it was cleared. */
  readonly status!: StatusRecord | null;
  readonly previous!: StatusRecord | null;
}

const NO_STATUS: StatusRecord = { text: '', isAway: false, emoji: null };

export const UserStatusChanged = domainEvent({
  type: 'users.user_status_changed',
  payload: UserStatusChangedPayload,
  audience: () => wholeRealm,
  toClient: ({ userId, status, previous }) => {
    const now = status ?? NO_STATUS;
    const before = previous ?? NO_STATUS;
    const isEmojiNew = JSON.stringify(now.emoji) !== JSON.stringify(before.emoji);
    return [
      clientEvent(UserStatusEvent, {
        userId,
        ...(now.isAway !== before.isAway && { away: now.isAway }),
        ...(now.text !== before.text && { statusText: now.text }),
        ...(isEmojiNew && {
          emojiName: now.emoji?.name ?? '',
          emojiCode: now.emoji?.code ?? '',
          // An empty emoji keeps the type that clients expect.
          reactionType: now.emoji?.kind ?? 'unicode_emoji',
        }),
      }),
    ];
  },
});
