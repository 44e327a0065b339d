import {
  Credentials,
  fetchApiKey,
  fetchOwnApiKey,
  OwnPassword,
  Principal,
  RedeemLoginToken,
  type SignedIn,
  SignInWithPassword,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, ClientAddress, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Handles(fetchApiKey)
  fetchApiKey(
    @Parameters() credentials: Credentials,
    @ClientAddress() clientAddress: string,
    @Ctx() { request }: RpcContext,
  ): Promise<SignedIn> {
    return this.signIns.fetchApiKey({ ...credentials, clientAddress }, request);
  }

  @Handles(fetchOwnApiKey)
  fetchOwnApiKey(@Actor() actor: Principal, @Parameters() { password }: OwnPassword): Promise<SignedIn> {
    return this.signIns.fetchOwnApiKey(actor, password);
  }

  @MessagePattern(SignInWithPassword.pattern)
  signIn(@Payload() signIn: SignInWithPassword, @Ctx() { request }: RpcContext) {
    return this.signIns.signIn(signIn, request);
  }

  @MessagePattern(RedeemLoginToken.pattern)
  redeemLoginToken(@Payload() redemption: RedeemLoginToken) {
    return this.signIns.redeemLoginToken(redemption);
  }
}
