import { ForwardMigration } from '@chat/persistence';

/** Default streams of bots, and the configuration of webhook bots. A bot without a row has none. */
export class BotConfigurations1795700000100 extends ForwardMigration {
  readonly statements = [
    'ALTER TABLE account ADD COLUMN bot_defaults jsonb',
    `CREATE TABLE bot_configurations (
       bot_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
       service_name text,
       base_url text,
       interface smallint,
       token_encrypted bytea,
       signing_secret_encrypted bytea,
       config_data_encrypted bytea
     )`,
  ];
}
