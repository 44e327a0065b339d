import { CheckPasswordReset, PasswordResetRequest, ResetPassword, requestPasswordReset } from '@chat/contracts';
import { ClientAddress, Handles, Parameters, RealmId } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
export class PasswordsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Handles(requestPasswordReset)
  requestReset(
    @RealmId() realmId: number,
    @Parameters() { email }: PasswordResetRequest,
    @ClientAddress() address: string,
  ) {
    return this.resets.request(realmId, email, address);
  }

  @MessagePattern(CheckPasswordReset.pattern)
  checkReset(@Payload() request: CheckPasswordReset) {
    return this.resets.check(request);
  }

  @MessagePattern(ResetPassword.pattern)
  reset(@Payload() request: ResetPassword) {
    return this.resets.reset(request);
  }
}
