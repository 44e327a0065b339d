import { Module } from '@nestjs/common';
import { MutedUsersController } from './muted-users.controller.js';
import { MutedUsersRepository } from './muted-users.repository.js';
import { MutedUsersService } from './muted-users.service.js';

@Module({ controllers: [MutedUsersController], providers: [MutedUsersService, MutedUsersRepository] })
export class MutedUsersModule {}
