import { Module } from '@nestjs/common';
import { PlaygroundsController } from './playgrounds.controller.js';
import { PlaygroundsRepository } from './playgrounds.repository.js';
import { PlaygroundsService } from './playgrounds.service.js';

@Module({
  controllers: [PlaygroundsController],
  providers: [PlaygroundsService, PlaygroundsRepository],
  exports: [PlaygroundsRepository],
})
export class PlaygroundsModule {}
