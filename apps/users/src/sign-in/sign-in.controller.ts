import { FetchApiKey } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @MessagePattern(FetchApiKey.pattern)
  fetchApiKey(@Payload() request: FetchApiKey, @Ctx() context: RpcContext) {
    return this.signIn.handle(request, context.request);
  }
}
