import { CreateRealmEmoji, DeactivateRealmEmoji, GetRealmEmojiImage } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { GetRealmEmojiImageHandler } from './get-realm-emoji-image.handler.js';
import { RealmEmojiHandler } from './realm-emoji.handler.js';

@Controller()
export class RealmEmojiRpc {
  constructor(
    private readonly emoji: RealmEmojiHandler,
    private readonly getPicture: GetRealmEmojiImageHandler,
  ) {}

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
    return this.getPicture.handle(request);
  }
}
