import { Principal, ReadAvatar, removeAvatar, StoreAvatar } from '@chat/contracts';
import { Actor, Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @MessagePattern(StoreAvatar.pattern)
  store(@Payload() { actor, image }: StoreAvatar) {
    return this.avatars.store(actor, Buffer.from(image, 'base64'));
  }

  @Handles(removeAvatar)
  remove(@Actor() actor: Principal) {
    return this.avatars.remove(actor);
  }

  @MessagePattern(ReadAvatar.pattern)
  read(@Payload() request: ReadAvatar) {
    return this.avatars.read(request);
  }
}
