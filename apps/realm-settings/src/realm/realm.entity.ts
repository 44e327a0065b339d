import type { ChosenMethods, ExternalAccount, RealmSettings, UserSettings } from '@chat/contracts';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** In `uploadQuotaMib`: the realm has no quota, regardless of the default. */
export const NO_QUOTA = -1;

@Entity('realms')
export class RealmEntity {
  @PrimaryGeneratedColumn({ type: 'int8' }) id!: number;
  /** The subdomain. */
  @Column('text') str!: string;
  @Column('text', { nullable: true }) host!: string | null;
  @Column('boolean') isDefault!: boolean;
  @Column('boolean') isDeactivated!: boolean;
  @Column('boolean', { default: false }) readsStandbys!: boolean;
  /** Null: the default of the installation. */
  @Column('bigint', { nullable: true }) uploadQuotaMib!: number | null;
  @Column('timestamptz') createdAt!: Date;
  /** Settings that are newer than the row are absent. */
  @Column('jsonb') settings!: Partial<RealmSettings>;
  @Column('jsonb') userSettingsDefaults!: Partial<UserSettings>;
  @Column('jsonb')
  authenticationMethods!: ChosenMethods;
  @Column('jsonb')
  defaultExternalAccounts!: Readonly<Record<string, ExternalAccount>>;
  @Column('bigint', { nullable: true }) notificationsStreamId!: number | null;
  @Column('bigint', { nullable: true })
  signupNotificationsStreamId!: number | null;
  @Column('boolean') presenceDisabled!: boolean;
  /** Images of the files service; null: the generated icon, and the logos of the server. The versions count the changes. */
  @Column('text', { nullable: true }) iconToken!: string | null;
  @Column('integer', { default: 1 }) iconVersion!: number;
  @Column('text', { nullable: true }) logoToken!: string | null;
  @Column('integer', { default: 1 }) logoVersion!: number;
  @Column('text', { nullable: true }) nightLogoToken!: string | null;
  @Column('integer', { default: 1 }) nightLogoVersion!: number;
}

/** The request that created a realm. */
@Entity('realm_creations')
export class RealmCreationEntity {
  @PrimaryColumn('text') creationId!: string;
  @Column('bigint') realmId!: number;
}

/** A domain that restricts the addresses of new users. */
@Entity('realm_domains')
export class RealmDomainEntity {
  @PrimaryColumn('bigint') realmId!: number;
  @PrimaryColumn('text') domain!: string;
  @Column('boolean') allowSubdomains!: boolean;
}
