import { ConfirmEmailChange } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { EmailChangesService } from './email-changes.service.js';

@Controller()
export class EmailChangesController {
  constructor(private readonly emailChanges: EmailChangesService) {}

  @MessagePattern(ConfirmEmailChange.pattern)
  confirm(@Payload() request: ConfirmEmailChange) {
    return this.emailChanges.confirm(request);
  }
}
