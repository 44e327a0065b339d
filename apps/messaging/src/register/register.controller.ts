import { GetMessagingRegisterState } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RegisterService } from './register.service.js';

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterService) {}

  @MessagePattern(GetMessagingRegisterState.pattern)
  getState(@Payload() request: GetMessagingRegisterState, @Ctx() context: RpcContext) {
    return this.register.stateOf(request, context.request.realmId);
  }
}
