import type { DataSourceSettings } from '@chat/persistence';
import { AvatarEntity } from './avatars/avatars.entity.js';
import { BotStorageEntity, BotStorageSizeEntity } from './bot-storage/bot-storage.entity.js';
import { MIGRATIONS } from './migrations/index.js';
import { MutedUserEntity } from './muted-users/muted-users.entity.js';
import { UserStatusEntity } from './user-status/user-status.entity.js';

const ENTITIES = [AvatarEntity, BotStorageEntity, BotStorageSizeEntity, MutedUserEntity, UserStatusEntity];

/** The service's own schema. */
export const SCHEMA = 'users';

export const databaseSettings = (databaseUrl: string, applicationName: string): DataSourceSettings => ({
  databaseUrl,
  schema: SCHEMA,
  entities: ENTITIES,
  migrations: MIGRATIONS,
  applicationName,
});
