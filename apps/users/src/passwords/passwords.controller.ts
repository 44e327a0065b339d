import { RequestPasswordReset, ResetPassword } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
export class PasswordsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @MessagePattern(RequestPasswordReset.pattern)
  requestReset(@Payload() request: RequestPasswordReset) {
    return this.resets.request(request);
  }

  @MessagePattern(ResetPassword.pattern)
  reset(@Payload() request: ResetPassword) {
    return this.resets.reset(request);
  }
}
