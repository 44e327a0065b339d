import { badRequest, type RealmRecord, RealmUpdated } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import type { Installation } from '../server/installation.js';
import { changedFacts } from './changed-facts.js';
import { composeRealmRecord } from './compose-realm-record.js';
import { lockRealm, type RealmRow } from './realm-row.js';

export interface RealmChange {
  readonly realm: RealmRecord;
  readonly previous: Partial<RealmRecord>;
}

/**
 * Changes a realm's row (its domains are rows of their own: `change` has written them) and records the event. Undefined,
 * and no event, when nothing of the record is different afterwards.
 */
export async function saveRealm(
  tx: Transaction,
  realmId: number,
  actorId: number | null,
  installation: Installation,
  change: (row: RealmRow) => RealmRow | Promise<RealmRow>,
): Promise<RealmChange | undefined> {
  const before = await lockRealm(tx, realmId);
  if (!before) throw badRequest('Invalid realm');
  const after = await change(before);
  const realm = composeRealmRecord(after, installation);
  const previous = changedFacts(composeRealmRecord(before, installation), realm);
  if (!previous) return undefined;
  await tx.query(
    `UPDATE realms SET settings = $2, user_settings_defaults = $3, authentication_methods = $4, default_external_accounts = $5,
            notifications_stream_id = $6, signup_notifications_stream_id = $7, presence_disabled = $8, is_deactivated = $9, is_default = $10
     WHERE id = $1`,
    [
      realmId,
      JSON.stringify(after.settings),
      JSON.stringify(after.userSettingsDefaults),
      JSON.stringify(after.authenticationMethods),
      JSON.stringify(after.defaultExternalAccounts),
      after.notificationsStreamId,
      after.signupNotificationsStreamId,
      after.presenceDisabled,
      after.isDeactivated,
      after.isDefault,
    ],
  );
  tx.record(realmId, RealmUpdated.of({ realm, previous, actorId }));
  return { realm, previous };
}
