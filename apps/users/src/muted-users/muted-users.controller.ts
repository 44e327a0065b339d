import { MutedUserSelection, muteUser, Principal, unmuteUser } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MutedUsersService } from './muted-users.service.js';

@Controller()
export class MutedUsersController {
  constructor(private readonly mutedUsers: MutedUsersService) {}

  @Handles(muteUser)
  mute(@Actor() actor: Principal, @Parameters() { mutedUserId }: MutedUserSelection) {
    return this.mutedUsers.mute(actor, mutedUserId);
  }

  @Handles(unmuteUser)
  unmute(@Actor() actor: Principal, @Parameters() { mutedUserId }: MutedUserSelection) {
    return this.mutedUsers.unmute(actor, mutedUserId);
  }
}
