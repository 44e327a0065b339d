import { UpdateOwnStatus } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { UserStatusService } from './user-status.service.js';

@Controller()
export class UserStatusController {
  constructor(private readonly status: UserStatusService) {}

  @MessagePattern(UpdateOwnStatus.pattern)
  update(@Payload() request: UpdateOwnStatus) {
    return this.status.handle(request);
  }
}
