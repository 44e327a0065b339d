import { ServiceModule } from '@chat/service-kit';
import { Module } from '@nestjs/common';
import { FEATURES } from './features.js';
import { MESSAGING } from './messaging.options.js';

@Module({ imports: [ServiceModule.forRoot(MESSAGING), ...FEATURES] })
export class MessagingModule {}
