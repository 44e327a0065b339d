import { useField, useRecord } from '../client/index.js';

/** Fields of POST /users/me/status that take the status away. */
export const NO_STATUS = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' };

/** The time at which the server takes the reader's status away. */
export function useStatusEnd(): Date | undefined {
  const end = useRecord('user_status', useField('user_id') ?? 0)?.scheduled_end_time;
  return end == null ? undefined : new Date(1_000 * end);
}
