import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, MapOf } from '../kit/fields.js';
import { type StatusRecord, UserStatus } from './user-status.schema.js';

/** Register fields of the type `user_status`. Users without a status and deactivated users are absent. */
export class UserStatusRegisterFields {
  @MapOf(UserStatus, { description: 'By user id.' }) userStatus!: Readonly<Record<string, UserStatus>>;
}

/** Client event for the whole realm. Absent fields did not change; an empty text clears a field. */
@ClientEventOf({ type: 'user_status', when: 'A user changed the own status: only the changed fields.' })
export class UserStatusEvent extends UserStatus {
  @Id() userId!: number;
}

/** The status of a user after a change. */
export class UserStatusChangedPayload {
  readonly userId!: number;
  /** Null if it was cleared. */
  readonly status!: StatusRecord | null;
  readonly previous!: StatusRecord | null;
}

const NO_STATUS: StatusRecord = { text: '', isAway: false, emoji: null };

export const UserStatusChanged = domainEvent('users.user_status_changed', {
  payload: UserStatusChangedPayload,
  audience: wholeRealm,
  clientEvents: [UserStatusEvent],
  toClient: ({ userId, status, previous }, reader) => {
    const now = status ?? NO_STATUS;
    const before = previous ?? NO_STATUS;
    const isEmojiNew = JSON.stringify(now.emoji) !== JSON.stringify(before.emoji);
    // An empty emoji keeps the type that clients expect.
    const { name = '', code = '', kind = 'unicode_emoji' } = now.emoji ?? {};
    const [end, endBefore] = [now.endsAtSeconds ?? null, before.endsAtSeconds ?? null];
    const changed = {
      away: now.isAway === before.isAway ? undefined : now.isAway,
      statusText: now.text === before.text ? undefined : now.text,
      emojiName: isEmojiNew ? name : undefined,
      emojiCode: isEmojiNew ? code : undefined,
      reactionType: isEmojiNew ? kind : undefined,
      scheduledEndTime: reader.userId === userId && end !== endBefore ? end : undefined,
    };
    // Others do not see the end.
    const isSeen = Object.values(changed).some((value) => value !== undefined);
    return isSeen ? [clientEvent(UserStatusEvent, { userId, ...changed })] : [];
  },
});
