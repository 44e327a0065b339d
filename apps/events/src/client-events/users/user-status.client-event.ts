import { type UserStatus, UserStatusChanged, type UserStatusChangedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';

const NO_STATUS: UserStatus = { text: '', isAway: false, emoji: null };

/** `user_status`: only the parts that changed, empty when they were cleared. To everybody. Source: reference shapes. */
export const userStatusChangedMapping: ClientEventMapping<UserStatusChangedPayload> = {
  source: UserStatusChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ userId, status, previous }) => {
    const now = status ?? NO_STATUS;
    const before = previous ?? NO_STATUS;
    const isEmojiNew = JSON.stringify(now.emoji) !== JSON.stringify(before.emoji);
    return [
      {
        type: 'user_status',
        user_id: userId,
        ...(now.isAway !== before.isAway && { away: now.isAway }),
        ...(now.text !== before.text && { status_text: now.text }),
        ...(isEmojiNew && {
          emoji_name: now.emoji?.name ?? '',
          emoji_code: now.emoji?.code ?? '',
          // An empty emoji keeps the type that clients expect.
          reaction_type: now.emoji?.kind ?? 'unicode_emoji',
        }),
      },
    ];
  },
};
