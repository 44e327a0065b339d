import { type Queryable, selectedColumns, type Transaction } from '@chat/persistence';
import { type ProfileData, ProfileValueEntity, shownValue } from './profile-values.entity.js';

/** The values of all users of the realm, or of one. Raw SQL: entities of a whole realm would take several times as long. */
export async function readProfileData(tx: Queryable, realmId: number, userId: number | null = null) {
  const rows = await tx.query<ProfileValueEntity>(
    `SELECT ${selectedColumns(ProfileValueEntity, 'v', ['realmId'])} FROM profile_value v
     WHERE realm_id = $1 AND ($2::bigint IS NULL OR user_id = $2) ORDER BY user_id, field_id`,
    [realmId, userId],
  );
  const profiles = new Map<number, Record<string, ProfileData[string]>>();
  for (const { userId: owner, fieldId, value, renderedValue } of rows) {
    const profile = profiles.get(owner) ?? {};
    profile[fieldId] = shownValue(value, renderedValue);
    profiles.set(owner, profile);
  }
  return profiles;
}

/** One statement compares and writes. Returns false if the value is stored already. */
export async function upsertIfDifferent(tx: Transaction, row: ProfileValueEntity): Promise<boolean> {
  const changed = await tx.query(
    `INSERT INTO profile_value AS v (user_id, field_id, realm_id, value, rendered_value) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value
     WHERE v.value <> excluded.value RETURNING field_id`,
    [row.userId, row.fieldId, row.realmId, row.value, row.renderedValue],
  );
  return changed.length > 0;
}
