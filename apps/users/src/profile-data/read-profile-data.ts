import type { User } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

/** A user's values by field id. */
export type ProfileData = NonNullable<User['profileData']>;

interface ValueRow {
  readonly userId: number;
  readonly fieldId: number;
  readonly value: string;
  readonly renderedValue: string | null;
}

/** Everybody's values in the realm, or one user's. */
export async function readProfileData(
  tx: Pick<Transaction, 'query'>,
  realmId: number,
  userId: number | null = null,
): Promise<Map<number, ProfileData>> {
  const rows = await tx.query<ValueRow>(
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
