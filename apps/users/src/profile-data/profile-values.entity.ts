import type { User } from '@chat/contracts';
import { type Queryable, selectedColumns } from '@chat/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('profile_value')
export class ProfileValueEntity {
  @PrimaryColumn('bigint') userId!: number;
  @PrimaryColumn('bigint') fieldId!: number;
  @Column('bigint') realmId!: number;
  @Column('text') value!: string;
  @Column('text', { nullable: true }) renderedValue!: string | null;
}

/** A user's values by field id. */
export type ProfileData = NonNullable<User['profileData']>;

export const shownValue = (value: string, renderedValue: string | null | undefined): ProfileData[string] => ({
  value,
  renderedValue: renderedValue ?? undefined,
});

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
