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
  @Column('boolean', { name: 'is_default' }) isDefault!: boolean;
  @Column('boolean', { name: 'is_deactivated' }) isDeactivated!: boolean;
  @Column('boolean', { name: 'reads_standbys', default: false }) readsStandbys!: boolean;
  /** Null: the default of the installation. */
  @Column('bigint', { name: 'upload_quota_mib', nullable: true }) uploadQuotaMib!: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Settings that are newer than the row are absent. */
  @Column('jsonb') settings!: Partial<RealmSettings>;
  @Column('jsonb', { name: 'user_settings_defaults' }) userSettingsDefaults!: Partial<UserSettings>;
  @Column('jsonb', { name: 'authentication_methods' })
  authenticationMethods!: ChosenMethods;
  @Column('jsonb', { name: 'default_external_accounts' })
  defaultExternalAccounts!: Readonly<Record<string, ExternalAccount>>;
  @Column('bigint', { name: 'notifications_stream_id', nullable: true }) notificationsStreamId!: number | null;
  @Column('bigint', { name: 'signup_notifications_stream_id', nullable: true })
  signupNotificationsStreamId!: number | null;
  @Column('boolean', { name: 'presence_disabled' }) presenceDisabled!: boolean;
  /** Images of the files service; null: the generated icon, and the logos of the server. The versions count the changes. */
  @Column('text', { name: 'icon_token', nullable: true }) iconToken!: string | null;
  @Column('integer', { name: 'icon_version', default: 1 }) iconVersion!: number;
  @Column('text', { name: 'logo_token', nullable: true }) logoToken!: string | null;
  @Column('integer', { name: 'logo_version', default: 1 }) logoVersion!: number;
  @Column('text', { name: 'night_logo_token', nullable: true }) nightLogoToken!: string | null;
  @Column('integer', { name: 'night_logo_version', default: 1 }) nightLogoVersion!: number;
}

/** The request that created a realm. */
@Entity('realm_creations')
export class RealmCreationEntity {
  @PrimaryColumn('text', { name: 'creation_id' }) creationId!: string;
  @Column('bigint', { name: 'realm_id' }) realmId!: number;
}

/** A domain that restricts the addresses of new users. */
@Entity('realm_domains')
export class RealmDomainEntity {
  @PrimaryColumn('bigint', { name: 'realm_id' }) realmId!: number;
  @PrimaryColumn('text') domain!: string;
  @Column('boolean', { name: 'allow_subdomains' }) allowSubdomains!: boolean;
}
