import { Module } from '@nestjs/common';
import { KeptStreams } from '../streams/kept-streams.js';
import { KeptSubscribers } from '../subscriptions/kept-subscribers.js';
import { RegisterRpc } from './register.rpc.js';
import { RegisterStateHandler } from './register-state.handler.js';

@Module({ controllers: [RegisterRpc], providers: [RegisterStateHandler, KeptStreams, KeptSubscribers] })
export class RegisterModule {}
