import { GetUsersRegisterState } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RegisterService } from './register.service.js';

@Controller()
export class RegisterController {
  constructor(private readonly state: RegisterService) {}

  @MessagePattern(GetUsersRegisterState.pattern)
  getState(@Payload() request: GetUsersRegisterState, @Ctx() context: RpcContext) {
    return this.state.handle(request, context.request.realmId);
  }
}
