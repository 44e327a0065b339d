import type { User } from '@chat/contracts';
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
