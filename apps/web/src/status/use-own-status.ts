import { useEffect, useSyncExternalStore } from 'react';
import { useClient, useField, useRecord } from '../client/index.js';
import { useMinute } from '../people/index.js';
import { isEndOf } from './status-end.js';
import { onStoredEnd, storedEnd, storeEnd } from './stored-end.js';

/** Fields of POST /users/me/status that take the status away. */
export const NO_STATUS = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' };

/** The end of the reader's status, if this browser knows one. */
export function useStatusEnd(): Date | undefined {
  const ownId = useField('user_id') ?? 0;
  const status = useRecord('user_status', ownId);
  const end = useSyncExternalStore(onStoredEnd, storedEnd);
  return end !== undefined && isEndOf(end, ownId, status) ? new Date(end.endMs) : undefined;
}

/** Takes the status away when its time has come, to the minute, or at the next start. */
export function useEndOfStatus(): void {
  const { api } = useClient();
  const now = useMinute();
  const end = useStatusEnd();
  const isOver = end !== undefined && end <= now;
  useEffect(() => {
    const stored = storedEnd();
    if (!isOver || stored === undefined) return;
    // First, so that another tab does not do the same.
    storeEnd(undefined);
    api.post('/users/me/status', NO_STATUS).catch(() => storeEnd(stored));
  }, [api, isOver]);
}
