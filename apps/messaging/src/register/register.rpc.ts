import { GetMessagingRegisterState } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RegisterStateHandler } from './register-state.handler.js';

@Controller()
export class RegisterRpc {
  constructor(private readonly registerState: RegisterStateHandler) {}

  @MessagePattern(GetMessagingRegisterState.pattern)
  getState(@Payload() request: GetMessagingRegisterState, @Ctx() context: RpcContext) {
    return this.registerState.handle(request, context.request.realmId);
  }
}
