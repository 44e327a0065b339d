import { Module } from '@nestjs/common';
import { AccountChangesModule } from '../account-changes/account-changes.module.js';
import { AlertWordsController } from './alert-words.controller.js';
import { AlertWordsService } from './alert-words.service.js';

@Module({ imports: [AccountChangesModule], controllers: [AlertWordsController], providers: [AlertWordsService] })
export class AlertWordsModule {}
