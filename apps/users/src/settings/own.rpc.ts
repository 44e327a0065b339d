import {
  AddOwnAlertWords,
  GetAvatarImage,
  GetOwnAlertWords,
  MuteUser,
  RemoveOwnAlertWords,
  RemoveOwnAvatar,
  SetOwnAvatar,
  UnmuteUser,
  UpdateOwnSettings,
  UpdateOwnStatus,
} from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { OwnAlertWordsHandler } from '../alert-words/own-alert-words.handler.js';
import { OwnAvatarHandler } from '../avatars/own-avatar.handler.js';
import { MuteUserHandler } from '../muted-users/mute-user.handler.js';
import { UpdateOwnStatusHandler } from '../status/update-own-status.handler.js';
import { UpdateOwnSettingsHandler } from './update-own-settings.handler.js';

/** What people do to their own accounts. */
@Controller()
export class OwnRpc {
  constructor(
    private readonly settings: UpdateOwnSettingsHandler,
    private readonly status: UpdateOwnStatusHandler,
    private readonly alertWords: OwnAlertWordsHandler,
    private readonly mutes: MuteUserHandler,
    private readonly avatars: OwnAvatarHandler,
  ) {}

  @MessagePattern(UpdateOwnSettings.pattern)
  updateSettings(@Payload() request: UpdateOwnSettings) {
    return this.settings.handle(request);
  }

  @MessagePattern(UpdateOwnStatus.pattern)
  updateStatus(@Payload() request: UpdateOwnStatus) {
    return this.status.handle(request);
  }

  @MessagePattern(GetOwnAlertWords.pattern)
  getAlertWords(@Payload() request: GetOwnAlertWords) {
    return this.alertWords.get(request);
  }

  @MessagePattern(AddOwnAlertWords.pattern)
  addAlertWords(@Payload() request: AddOwnAlertWords) {
    return this.alertWords.add(request);
  }

  @MessagePattern(RemoveOwnAlertWords.pattern)
  removeAlertWords(@Payload() request: RemoveOwnAlertWords) {
    return this.alertWords.remove(request);
  }

  @MessagePattern(MuteUser.pattern)
  mute(@Payload() request: MuteUser) {
    return this.mutes.mute(request);
  }

  @MessagePattern(UnmuteUser.pattern)
  unmute(@Payload() request: UnmuteUser) {
    return this.mutes.unmute(request);
  }

  @MessagePattern(SetOwnAvatar.pattern)
  setAvatar(@Payload() request: SetOwnAvatar) {
    return this.avatars.set(request);
  }

  @MessagePattern(RemoveOwnAvatar.pattern)
  removeAvatar(@Payload() request: RemoveOwnAvatar) {
    return this.avatars.remove(request);
  }

  @MessagePattern(GetAvatarImage.pattern)
  getAvatarImage(@Payload() request: GetAvatarImage) {
    return this.avatars.image(request);
  }
}
