import {
  createScheduledMessage,
  deleteScheduledMessage,
  editScheduledMessage,
  getScheduledMessages,
  NewScheduledMessage,
  Principal,
  ScheduledMessageChanges,
  ScheduledMessageSelection,
} from '@chat/contracts';
import { Actor, ClientName, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { ScheduledMessagesService } from './scheduled-messages.service.js';

@Controller()
export class ScheduledMessagesController {
  constructor(private readonly scheduledMessages: ScheduledMessagesService) {}

  @Handles(getScheduledMessages)
  get(@Actor() actor: Principal) {
    return this.scheduledMessages.list(actor);
  }

  @Handles(createScheduledMessage)
  create(@Actor() actor: Principal, @ClientName() clientName: string, @Parameters() message: NewScheduledMessage) {
    return this.scheduledMessages.create(actor, clientName, message);
  }

  @Handles(editScheduledMessage)
  edit(@Actor() actor: Principal, @ClientName() clientName: string, @Parameters() changes: ScheduledMessageChanges) {
    return this.scheduledMessages.edit(actor, clientName, changes);
  }

  @Handles(deleteScheduledMessage)
  delete(@Actor() actor: Principal, @Parameters() { scheduledMessageId }: ScheduledMessageSelection) {
    return this.scheduledMessages.delete(actor, scheduledMessageId);
  }
}
