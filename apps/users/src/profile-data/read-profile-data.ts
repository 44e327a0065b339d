import type { User } from '@chat/contracts';
import type { Queryable } from '@chat/persistence';
import type { ProfileValueEntity } from './profile-values.entity.js';

/** A user's values by field id. */
export type ProfileData = NonNullable<User['profileData']>;

/** Everybody's values in the realm, or one user's. Raw SQL: making entities of a whole realm would take several times as long. */
export async function readProfileData(
  tx: Queryable,
  realmId: number,
  userId: number | null = null,
): Promise<Map<number, ProfileData>> {
  const rows = await tx.query<ProfileValueEntity>(
    `SELECT user_id AS "userId", field_id AS "fieldId", value, rendered_value AS "renderedValue" FROM profile_value
     WHERE realm_id = $1 AND ($2::bigint IS NULL OR user_id = $2) ORDER BY user_id, field_id`,
    [realmId, userId],
  );
  const profiles = new Map<number, Record<string, ProfileData[string]>>();
  for (const { userId: owner, fieldId, value, renderedValue } of rows) {
    const profile = profiles.get(owner) ?? {};
    profile[fieldId] = { value, ...(renderedValue !== null && { renderedValue }) };
    profiles.set(owner, profile);
  }
  return profiles;
}
