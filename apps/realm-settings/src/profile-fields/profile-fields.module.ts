import { Module } from '@nestjs/common';
import { ProfileFieldsController } from './profile-fields.controller.js';
import { ProfileFieldsRepository } from './profile-fields.repository.js';
import { ProfileFieldsService } from './profile-fields.service.js';

@Module({
  controllers: [ProfileFieldsController],
  providers: [ProfileFieldsService, ProfileFieldsRepository],
  exports: [ProfileFieldsRepository],
})
export class ProfileFieldsModule {}
