import { Module } from '@nestjs/common';
import { BotStorageController } from './bot-storage.controller.js';
import { BotStorageService } from './bot-storage.service.js';

@Module({ controllers: [BotStorageController], providers: [BotStorageService] })
export class BotStorageModule {}
