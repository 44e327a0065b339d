import { Principal, StatusChange, updateOwnStatus } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { UserStatusService } from './user-status.service.js';

@Controller()
export class UserStatusController {
  constructor(private readonly statuses: UserStatusService) {}

  @Handles(updateOwnStatus)
  update(@Actor() actor: Principal, @Parameters() change: StatusChange) {
    return this.statuses.update(actor, change);
  }
}
