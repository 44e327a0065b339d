import { SignInWithIdentity } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { ProviderSignInService } from './provider-sign-in.service.js';

@Controller()
export class ProviderSignInController {
  constructor(private readonly signIns: ProviderSignInService) {}

  @MessagePattern(SignInWithIdentity.pattern)
  signIn(@Payload() request: SignInWithIdentity, @Ctx() { request: context }: RpcContext) {
    return this.signIns.signIn(request, context);
  }
}
