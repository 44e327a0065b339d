import { Module } from '@nestjs/common';
import { RegisterRpc } from './register.rpc.js';
import { RegisterStateHandler } from './register-state.handler.js';

@Module({ controllers: [RegisterRpc], providers: [RegisterStateHandler] })
export class RegisterModule {}
