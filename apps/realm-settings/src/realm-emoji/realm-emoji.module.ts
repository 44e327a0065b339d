import { PictureTransfers } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { EmojiMove } from './emoji-move.job.js';
import { RealmEmojiController } from './realm-emoji.controller.js';
import { RealmEmojiRepository } from './realm-emoji.repository.js';
import { RealmEmojiService } from './realm-emoji.service.js';

@Module({
  imports: [RealmModule],
  controllers: [RealmEmojiController],
  providers: [RealmEmojiService, RealmEmojiRepository, EmojiMove, PictureTransfers],
  exports: [RealmEmojiRepository],
})
export class RealmEmojiModule {}
