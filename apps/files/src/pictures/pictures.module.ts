import { Module } from '@nestjs/common';
import { PictureDecoders } from './decoder/picture-decoders.js';

@Module({ providers: [PictureDecoders], exports: [PictureDecoders] })
export class PicturesModule {}
