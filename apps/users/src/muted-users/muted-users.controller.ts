import { MuteUser, UnmuteUser } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { MutedUsersService } from './muted-users.service.js';

@Controller()
export class MutedUsersController {
  constructor(private readonly mutedUsers: MutedUsersService) {}

  @MessagePattern(MuteUser.pattern)
  mute(@Payload() request: MuteUser) {
    return this.mutedUsers.mute(request);
  }

  @MessagePattern(UnmuteUser.pattern)
  unmute(@Payload() request: UnmuteUser) {
    return this.mutedUsers.unmute(request);
  }
}
