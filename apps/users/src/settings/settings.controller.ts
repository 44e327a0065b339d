import { ConfirmEmailChange, Principal, SettingsChange, updateOwnSettings } from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { EmailChangesService } from './email-changes.service.js';
import { SettingsService } from './settings.service.js';

@Controller()
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly emailChanges: EmailChangesService,
  ) {}

  @Handles(updateOwnSettings)
  update(@Actor() actor: Principal, @Parameters() given: SettingsChange) {
    return this.settings.update(actor, given);
  }

  @MessagePattern(ConfirmEmailChange.pattern)
  confirmEmailChange(@Payload() request: ConfirmEmailChange) {
    return this.emailChanges.confirm(request);
  }
}
