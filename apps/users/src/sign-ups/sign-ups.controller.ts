import { CheckInvitationLink, CompleteSignUp, GetSignUpForm, RequestSignUp } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmCreationService } from '../realm-creation/realm-creation.service.js';
import { SignUpsService } from './sign-ups.service.js';

@Controller()
export class SignUpsController {
  constructor(
    private readonly signUps: SignUpsService,
    private readonly realmCreation: RealmCreationService,
  ) {}

  @MessagePattern(CheckInvitationLink.pattern)
  checkInvitationLink(@Payload() { realmId, key }: CheckInvitationLink) {
    return this.signUps.checkInvitationLink(realmId, key);
  }

  @MessagePattern(RequestSignUp.pattern)
  request(@Payload() request: RequestSignUp) {
    return this.signUps.request(request);
  }

  /** A mailed key leads to an account, or to an organization with its owner. */
  @MessagePattern(GetSignUpForm.pattern)
  async getForm(@Payload() request: GetSignUpForm, @Ctx() context: RpcContext) {
    return (await this.realmCreation.form(request, context.request)) ?? this.signUps.form(request);
  }

  @MessagePattern(CompleteSignUp.pattern)
  complete(@Payload() request: CompleteSignUp, @Ctx() context: RpcContext) {
    return this.signUps.complete(request, context.request);
  }
}
