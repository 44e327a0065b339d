import type { MessageAudience } from '@chat/contracts';
import type { Audience } from '../../fan-out/client-event-mapping.js';

/** One user's own clients. */
export const toUser = ({ userId }: { readonly userId: number }): Audience => ({ kind: 'users', userIds: [userId] });

/** Those who can see the message. */
export const toAudience = (audience: MessageAudience): Audience => audience;
