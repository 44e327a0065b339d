import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { BackupModule } from './backup/backup.module.js';
import { LinkifiersModule } from './linkifiers/linkifiers.module.js';
import { PlaygroundsModule } from './playgrounds/playgrounds.module.js';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module.js';
import { RealmModule } from './realm/realm.module.js';
import { RealmDomainsModule } from './realm-domains/realm-domains.module.js';
import { RealmEmojiModule } from './realm-emoji/realm-emoji.module.js';
import { RealmImagesModule } from './realm-images/realm-images.module.js';
import { REALM_SETTINGS } from './realm-settings.options.js';
import { RealmStateModule } from './realm-state/realm-state.module.js';
import { RegisterModule } from './register/register.module.js';
import { ServerSettingsModule } from './server-settings/server-settings.module.js';
import { UserSettingsDefaultsModule } from './user-settings-defaults/user-settings-defaults.module.js';

@Module({
  imports: [
    ServiceModule.forRoot(REALM_SETTINGS),
    BackupModule,
    LinkifiersModule,
    PlaygroundsModule,
    ProfileFieldsModule,
    RealmModule,
    RealmDomainsModule,
    RealmEmojiModule,
    RealmImagesModule,
    RealmStateModule,
    RegisterModule,
    ServerSettingsModule,
    UserSettingsDefaultsModule,
  ],
})
export class RealmSettingsModule {}
