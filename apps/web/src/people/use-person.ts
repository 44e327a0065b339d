import type { ClientState } from '@chat/chat-client';
import { useClient, useField, useRecord } from '../client/index.js';
import type { Presence } from '../design/avatar.js';
import { presenceAt, type SlimPresence } from './presence.js';
import { useMinute } from './use-minute.js';

/** The shown part of an account. */
export interface Person {
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly avatar_url?: string | null | undefined;
  readonly is_bot: boolean;
}

const LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const;

/** Undefined: not visible to the reader. */
export const personIn = (state: ClientState, userId: number): Person | undefined =>
  state.records(LISTS[0]).get(userId) ?? state.records(LISTS[1]).get(userId) ?? state.records(LISTS[2]).get(userId);

/** The account, drawn again when it changes. */
export function usePerson(userId: number): Person | undefined {
  const active = useRecord(LISTS[0], userId);
  const client = useClient();
  return active ?? personIn(client.state, userId);
}

/** Presence of an account, and when it was last seen. */
export function usePresence(userId: number): {
  readonly presence: Presence;
  readonly lastSeenSeconds: number | undefined;
} {
  const known = useRecord('presences', userId) as SlimPresence | undefined;
  const ownId = useField('user_id');
  const now = useMinute();
  const at = presenceAt(known, now.getTime() / 1000);
  return userId === ownId ? { presence: 'active', lastSeenSeconds: undefined } : at;
}
