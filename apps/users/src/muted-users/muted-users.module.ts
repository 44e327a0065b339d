import { Module } from '@nestjs/common';
import { MutedUsersController } from './muted-users.controller.js';
import { MutedUsersService } from './muted-users.service.js';

@Module({ controllers: [MutedUsersController], providers: [MutedUsersService] })
export class MutedUsersModule {}
