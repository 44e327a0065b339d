import { Module } from '@nestjs/common';
import { AlarmClock } from './alarm-clock.js';
import { DueMessages } from './due-messages.js';
import { ScheduledMessagesHandler } from './scheduled-messages.handler.js';
import { ScheduledMessagesRpc } from './scheduled-messages.rpc.js';
import { Sweep } from './sweep.js';

/** POST /scheduled_messages and what follows. Truth: the table. Alarm: BullMQ. Remedy: the sweep. */
@Module({
  controllers: [ScheduledMessagesRpc],
  providers: [ScheduledMessagesHandler, DueMessages, AlarmClock, Sweep],
})
export class ScheduledMessagesModule {}
