import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { AlarmClock } from './alarm-clock.js';
import { DueMessages } from './due-messages.js';
import { ScheduledMessagesController } from './scheduled-messages.controller.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';
import { Sweep } from './sweep.js';

/** Scheduled messages: the table is the truth, BullMQ the alarm clock, and a sweep delivers overdue messages. */
@Module({
  imports: [MessagesModule],
  controllers: [ScheduledMessagesController],
  providers: [ScheduledMessagesService, DueMessages, AlarmClock, Sweep],
})
export class ScheduledMessagesModule {}
