import { CreateRealmEmoji, DeactivateRealmEmoji, GetRealmEmojiImage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmEmojiService } from './realm-emoji.service.js';

@Controller()
export class RealmEmojiController {
  constructor(private readonly emoji: RealmEmojiService) {}

  @MessagePattern(CreateRealmEmoji.pattern)
  create(@Payload() request: CreateRealmEmoji) {
    return this.emoji.create(request);
  }

  @MessagePattern(DeactivateRealmEmoji.pattern)
  deactivate(@Payload() request: DeactivateRealmEmoji) {
    return this.emoji.deactivate(request);
  }

  @MessagePattern(GetRealmEmojiImage.pattern)
  getImage(@Payload() request: GetRealmEmojiImage) {
    return this.emoji.getImage(request);
  }
}
