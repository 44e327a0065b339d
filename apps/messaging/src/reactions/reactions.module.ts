import { Module } from '@nestjs/common';
import { ReactionsHandler } from './reactions.handler.js';
import { ReactionsRpc } from './reactions.rpc.js';

@Module({ controllers: [ReactionsRpc], providers: [ReactionsHandler] })
export class ReactionsModule {}
