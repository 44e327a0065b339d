import { Module } from '@nestjs/common';
import { IdentitiesController } from './identities.controller.js';
import { IdentitiesService } from './identities.service.js';

@Module({ controllers: [IdentitiesController], providers: [IdentitiesService] })
export class IdentitiesModule {}
