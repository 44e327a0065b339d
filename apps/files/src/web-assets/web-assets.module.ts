import { Module } from '@nestjs/common';
import { WebAssetsController } from './web-assets.controller.js';
import { WebAssetsRepository } from './web-assets.repository.js';

@Module({ controllers: [WebAssetsController], providers: [WebAssetsRepository] })
export class WebAssetsModule {}
