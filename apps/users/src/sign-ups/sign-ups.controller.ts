import { CheckInvitationLink, CompleteSignUp, GetSignUpForm, RequestSignUp } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { SignUpsService } from './sign-ups.service.js';

@Controller()
export class SignUpsController {
  constructor(private readonly signUps: SignUpsService) {}

  @MessagePattern(CheckInvitationLink.pattern)
  checkInvitationLink(@Payload() { realmId, key }: CheckInvitationLink) {
    return this.signUps.checkInvitationLink(realmId, key);
  }

  @MessagePattern(RequestSignUp.pattern)
  request(@Payload() request: RequestSignUp) {
    return this.signUps.request(request);
  }

  @MessagePattern(GetSignUpForm.pattern)
  getForm(@Payload() request: GetSignUpForm) {
    return this.signUps.form(request);
  }

  @MessagePattern(CompleteSignUp.pattern)
  complete(@Payload() request: CompleteSignUp, @Ctx() context: RpcContext) {
    return this.signUps.complete(request, context.request);
  }
}
