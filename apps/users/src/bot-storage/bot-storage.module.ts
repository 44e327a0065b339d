import { Module } from '@nestjs/common';
import { BotStorageController } from './bot-storage.controller.js';
import { BotStorageRepository } from './bot-storage.repository.js';
import { BotStorageService } from './bot-storage.service.js';

@Module({ controllers: [BotStorageController], providers: [BotStorageService, BotStorageRepository] })
export class BotStorageModule {}
