import type { Database } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow } from '../accounts/account.row.js';

/** What register reads of the caller alone, and of which moment it is. */
export interface OwnState {
  readonly sequence: number;
  /** Undefined for spectators. */
  readonly account: AccountRow | undefined;
  /** As it stands on the wire. */
  readonly mutedUsers: readonly { readonly id: number; readonly timestamp: number }[];
}

type OwnRow = AccountRow & Pick<OwnState, 'sequence' | 'mutedUsers'>;

const HEAD = 'SELECT coalesce((SELECT sequence FROM outbox_head WHERE realm_id = $1), 0) AS sequence';

/** One statement sees one moment, so the outbox's sequence belongs to everything in it. */
const OWN_STATE = `${HEAD}, ${ACCOUNT_COLUMNS},
    (SELECT coalesce(json_agg(json_build_object('id', m.muted_user_id, 'timestamp', m.muted_at) ORDER BY m.muted_user_id),
       '[]') FROM muted_user m WHERE m.user_id = a.user_id) AS "mutedUsers"
  FROM account a WHERE a.realm_id = $1 AND a.user_id = $2`;

export async function readOwnState(
  reader: Pick<Database, 'query'>,
  realmId: number,
  userId: number | undefined,
): Promise<OwnState> {
  if (userId !== undefined) {
    const [row] = await reader.query<OwnRow>(OWN_STATE, [realmId, userId]);
    if (row !== undefined) return { sequence: row.sequence, account: row, mutedUsers: row.mutedUsers };
  }
  const [head] = await reader.query<{ sequence: number }>(HEAD, [realmId]);
  return { sequence: head?.sequence ?? 0, account: undefined, mutedUsers: [] };
}
