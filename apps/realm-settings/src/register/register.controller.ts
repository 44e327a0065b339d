import { GetRealmRegisterState } from '@chat/contracts';
import { type JsonText, RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RegisterService } from './register.service.js';

@Controller()
export class RegisterController {
  constructor(private readonly register: RegisterService) {}

  @MessagePattern(GetRealmRegisterState.pattern)
  getState(@Payload() request: GetRealmRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    // A spectator belongs to no realm: the host selects it.
    return this.register.getState(request.actor?.realmId ?? context.request.realmId, request);
  }
}
