import { GetUsersRegisterState } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { GetRegisterStateHandler } from './get-register-state.handler.js';

@Controller()
export class RegisterRpc {
  constructor(private readonly state: GetRegisterStateHandler) {}

  @MessagePattern(GetUsersRegisterState.pattern)
  getState(@Payload() request: GetUsersRegisterState, @Ctx() context: RpcContext) {
    return this.state.handle(request, context.request.realmId);
  }
}
