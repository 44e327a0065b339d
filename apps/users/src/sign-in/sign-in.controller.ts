import {
  ConfirmSetUpAtSignIn,
  Credentials,
  fetchApiKey,
  fetchOwnApiKey,
  OwnPassword,
  Principal,
  RedeemLoginToken,
  ShowSetUpAtSignIn,
  type SignedIn,
  SignInWithPassword,
  SignInWithSecondFactor,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, ClientAddress, Handles, Parameters, UserAgent } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { SecondStepService } from './second-step.service.js';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly secondStep: SecondStepService,
  ) {}

  @Handles(fetchApiKey)
  fetchApiKey(
    @Parameters() { code, ...credentials }: Credentials,
    @ClientAddress() clientAddress: string,
    @UserAgent() userAgent: string | undefined,
    @Ctx() { request }: RpcContext,
  ): Promise<SignedIn> {
    return this.signIns.fetchApiKey({ ...credentials, clientAddress, userAgent }, code, request);
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

  @MessagePattern(SignInWithSecondFactor.pattern)
  signInWithSecondFactor(@Payload() request: SignInWithSecondFactor) {
    return this.secondStep.signIn(request);
  }

  @MessagePattern(ShowSetUpAtSignIn.pattern)
  showSetUp(@Payload() request: ShowSetUpAtSignIn) {
    return this.secondStep.showSetUp(request);
  }

  @MessagePattern(ConfirmSetUpAtSignIn.pattern)
  confirmSetUp(@Payload() request: ConfirmSetUpAtSignIn) {
    return this.secondStep.confirmSetUp(request);
  }
}
