import { Module } from '@nestjs/common';
import { RealmEmojiController } from './realm-emoji.controller.js';
import { RealmEmojiRepository } from './realm-emoji.repository.js';
import { RealmEmojiService } from './realm-emoji.service.js';

@Module({
  controllers: [RealmEmojiController],
  providers: [RealmEmojiService, RealmEmojiRepository],
  exports: [RealmEmojiRepository],
})
export class RealmEmojiModule {}
