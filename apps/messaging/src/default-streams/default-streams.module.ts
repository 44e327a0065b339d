import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DefaultStreamsController } from './default-streams.controller.js';
import { DefaultStreamsService } from './default-streams.service.js';

@Module({ imports: [AccessModule], controllers: [DefaultStreamsController], providers: [DefaultStreamsService] })
export class DefaultStreamsModule {}
