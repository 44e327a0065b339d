import {
  FindUsedAvatars,
  Principal,
  ReadAvatar,
  RequireAvatarChanges,
  removeAvatar,
  SetAvatar,
  StoreAvatar,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @MessagePattern(StoreAvatar.pattern)
  upload(@Payload() { actor, image }: StoreAvatar) {
    return this.avatars.upload(actor, Buffer.from(image, 'base64'));
  }

  @MessagePattern(RequireAvatarChanges.pattern)
  requireChanges(@Payload() { actor }: RequireAvatarChanges) {
    return this.avatars.requireChanges(actor);
  }

  @MessagePattern(SetAvatar.pattern)
  set(@Payload() { actor, token }: SetAvatar) {
    return this.avatars.set(actor, token);
  }

  @Handles(removeAvatar)
  remove(@Actor() actor: Principal) {
    return this.avatars.remove(actor);
  }

  @MessagePattern(ReadAvatar.pattern)
  read(@Payload() request: ReadAvatar, @Ctx() { request: { realmId } }: RpcContext) {
    return this.avatars.read(realmId, request);
  }

  @MessagePattern(FindUsedAvatars.pattern)
  findUsed(@Payload() { realmId, tokens }: FindUsedAvatars) {
    return this.avatars.findUsed(realmId, tokens);
  }
}
