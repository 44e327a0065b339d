import type { Audience } from './client-event-mapping.js';

/** The clients of the user that the payload names. */
export const itsUser = ({ userId }: { readonly userId: number }): Audience => ({ kind: 'users', userIds: [userId] });
