import { Module } from '@nestjs/common';
import { EventQueuesController } from './event-queues.controller.js';
import { LongPolls } from './long-polls.js';

@Module({ controllers: [EventQueuesController], providers: [LongPolls] })
export class EventsModule {}
