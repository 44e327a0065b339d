import { GetAvatarImage, RemoveOwnAvatar, SetOwnAvatar } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @MessagePattern(SetOwnAvatar.pattern)
  set(@Payload() request: SetOwnAvatar) {
    return this.avatars.set(request);
  }

  @MessagePattern(RemoveOwnAvatar.pattern)
  remove(@Payload() request: RemoveOwnAvatar) {
    return this.avatars.remove(request);
  }

  @MessagePattern(GetAvatarImage.pattern)
  getImage(@Payload() request: GetAvatarImage) {
    return this.avatars.image(request);
  }
}
