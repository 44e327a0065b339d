import type { ServiceOptions } from '@chat/service-kit';
import { LinkifierEntity } from './linkifiers/linkifiers.entity.js';
import { MIGRATIONS } from './migrations/index.js';
import { PlaygroundEntity } from './playgrounds/playgrounds.entity.js';
import { ProfileFieldEntity } from './profile-fields/profile-fields.entity.js';
import { RealmEmojiEntity } from './realm-emoji/realm-emoji.entity.js';

/** Shared by the service, its migrations and its tests. */
export const REALM_SETTINGS = {
  name: 'realm-settings',
  database: {
    schema: 'realm_settings',
    migrations: MIGRATIONS,
    entities: [LinkifierEntity, PlaygroundEntity, ProfileFieldEntity, RealmEmojiEntity],
  },
} satisfies ServiceOptions;
