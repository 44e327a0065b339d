import { Module } from '@nestjs/common';
import { LinkifiersModule } from '../linkifiers/linkifiers.module.js';
import { PlaygroundsModule } from '../playgrounds/playgrounds.module.js';
import { ProfileFieldsModule } from '../profile-fields/profile-fields.module.js';
import { RealmModule } from '../realm/realm.module.js';
import { RealmEmojiModule } from '../realm-emoji/realm-emoji.module.js';
import { RealmStateController } from './realm-state.controller.js';
import { RealmStateService } from './realm-state.service.js';

@Module({
  imports: [RealmModule, ProfileFieldsModule, LinkifiersModule, RealmEmojiModule, PlaygroundsModule],
  controllers: [RealmStateController],
  providers: [RealmStateService],
  exports: [RealmStateService],
})
export class RealmStateModule {}
