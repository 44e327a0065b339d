import { Module } from '@nestjs/common';
import { KeptSubscribers } from '../subscriptions/kept-subscribers.js';
import { RegisterRpc } from './register.rpc.js';
import { RegisterStateHandler } from './register-state.handler.js';

@Module({ controllers: [RegisterRpc], providers: [RegisterStateHandler, KeptSubscribers] })
export class RegisterModule {}
