import { Module } from '@nestjs/common';
import { RealmModule } from '../realm/realm.module.js';
import { RealmImagesController } from './realm-images.controller.js';
import { RealmImagesService } from './realm-images.service.js';

@Module({ imports: [RealmModule], controllers: [RealmImagesController], providers: [RealmImagesService] })
export class RealmImagesModule {}
