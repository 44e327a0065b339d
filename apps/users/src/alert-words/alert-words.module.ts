import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { AlertWordsController } from './alert-words.controller.js';
import { AlertWordsService } from './alert-words.service.js';

@Module({ imports: [RealmModule], controllers: [AlertWordsController], providers: [AlertWordsService] })
export class AlertWordsModule {}
