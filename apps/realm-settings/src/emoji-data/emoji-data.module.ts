import { Module } from '@nestjs/common';
import { EmojiDataController } from './emoji-data.controller.js';

@Module({ controllers: [EmojiDataController] })
export class EmojiDataModule {}
