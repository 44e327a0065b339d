import { Module } from '@nestjs/common';
import { LinkifiersController } from './linkifiers.controller.js';
import { LinkifiersRepository } from './linkifiers.repository.js';
import { LinkifiersService } from './linkifiers.service.js';

@Module({
  controllers: [LinkifiersController],
  providers: [LinkifiersService, LinkifiersRepository],
  exports: [LinkifiersRepository],
})
export class LinkifiersModule {}
