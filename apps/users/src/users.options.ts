import type { ServiceOptions } from '@chat/service-kit';
import { AvatarEntity } from './avatars/avatars.entity.js';
import { BotStorageEntity, BotStorageSizeEntity } from './bot-storage/bot-storage.entity.js';
import { MIGRATIONS } from './migrations/index.js';
import { MutedUserEntity } from './muted-users/muted-users.entity.js';
import { UserStatusEntity } from './user-status/user-status.entity.js';

/** Shared by the service, its migrations and its tests. */
export const USERS = {
  name: 'users',
  database: {
    schema: 'users',
    migrations: MIGRATIONS,
    entities: [AvatarEntity, BotStorageEntity, BotStorageSizeEntity, MutedUserEntity, UserStatusEntity],
  },
} satisfies ServiceOptions;
