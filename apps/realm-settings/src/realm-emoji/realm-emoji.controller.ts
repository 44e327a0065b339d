import {
  AddRealmEmoji,
  CreateRealmEmoji,
  deactivateRealmEmoji,
  FindRealmEmojiImage,
  FindUsedEmojiImages,
  GetEmojiData,
  GetRealmEmojiImage,
  Principal,
  RealmEmojiSelection,
  RequireNewEmoji,
} from '@chat/contracts';
import { emojiData } from '@chat/markdown';
import { JsonText } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmEmojiService } from './realm-emoji.service.js';

@Controller()
export class RealmEmojiController {
  private builtIn: JsonText | undefined;

  constructor(private readonly emoji: RealmEmojiService) {}

  /** Serializes the names of the built-in emoji once: they change only with a release. */
  @MessagePattern(GetEmojiData.pattern)
  getBuiltIn(@Payload() _request: GetEmojiData) {
    this.builtIn ??= new JsonText(JSON.stringify({ code_to_names: emojiData().codeToNames }));
    return this.builtIn;
  }

  @MessagePattern(RequireNewEmoji.pattern)
  requireNew(@Payload() request: RequireNewEmoji) {
    return this.emoji.requireNew(request);
  }

  @MessagePattern(AddRealmEmoji.pattern)
  add(@Payload() request: AddRealmEmoji) {
    return this.emoji.add(request);
  }

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

  @MessagePattern(FindRealmEmojiImage.pattern)
  findImage(@Payload() request: FindRealmEmojiImage) {
    return this.emoji.findImage(request);
  }

  @MessagePattern(FindUsedEmojiImages.pattern)
  findUsed(@Payload() { realmId, tokens }: FindUsedEmojiImages) {
    return this.emoji.findUsed(realmId, tokens);
  }
}
