import {
  CreateRealmEmoji,
  deactivateRealmEmoji,
  GetRealmEmojiImage,
  Principal,
  RealmEmojiSelection,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
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

  @Handles(deactivateRealmEmoji)
  deactivate(@Actor() actor: Principal, @Parameters() { emojiName }: RealmEmojiSelection) {
    return this.emoji.deactivate(actor, emojiName);
  }

  @MessagePattern(GetRealmEmojiImage.pattern)
  getImage(@Payload() request: GetRealmEmojiImage) {
    return this.emoji.getImage(request);
  }
}
