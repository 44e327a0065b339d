import type { BotConfiguration, BotInterface } from '@chat/contracts';
import { jsonObject } from '@chat/persistence';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The configuration of a webhook bot, with sealed secrets. */
@Entity('bot_configurations')
export class BotConfigurationEntity {
  @PrimaryColumn('bigint') botId!: number;
  @Column('text', { nullable: true }) serviceName!: string | null;
  @Column('text', { nullable: true }) baseUrl!: string | null;
  @Column('smallint', { nullable: true }) interface!: BotInterface | null;
  @Column('bytea', { name: 'token_encrypted', nullable: true }) encryptedToken!: Buffer | null;
  @Column('bytea', { name: 'signing_secret_encrypted', nullable: true }) encryptedSigningSecret!: Buffer | null;
  @Column('bytea', { name: 'config_data_encrypted', nullable: true }) encryptedConfigData!: Buffer | null;
}

/** The configuration of a bot as events and replies carry it. */
export const toConfiguration = (row: BotConfigurationEntity | null): BotConfiguration | null =>
  row && {
    serviceName: row.serviceName,
    baseUrl: row.baseUrl,
    interface: row.interface,
    sealedToken: row.encryptedToken?.toString('base64') ?? null,
    sealedSigningSecret: row.encryptedSigningSecret?.toString('base64') ?? null,
    sealedConfigData: row.encryptedConfigData?.toString('base64') ?? null,
  };

/** PostgreSQL breaks base64 into lines. */
const base64 = (column: string): string => `translate(encode(${column}, 'base64'), E'\\n', '')`;

/** Selects the sealed API key from `api_key AS k`. */
export const SEALED_API_KEY = base64('k.key_encrypted');

/** Selects a `BotConfiguration` or null from `bot_configurations AS c`. */
export const CONFIGURATION = `CASE WHEN c.bot_id IS NOT NULL THEN ${jsonObject<BotConfiguration>({
  serviceName: 'c.service_name',
  baseUrl: 'c.base_url',
  interface: 'c.interface',
  sealedToken: base64('c.token_encrypted'),
  sealedSigningSecret: base64('c.signing_secret_encrypted'),
  sealedConfigData: base64('c.config_data_encrypted'),
})} END`;
