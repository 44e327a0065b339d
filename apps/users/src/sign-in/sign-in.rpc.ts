import {
  ConfirmEmailChange,
  FetchApiKey,
  RegenerateApiKey,
  RequestPasswordReset,
  ResetPassword,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RegenerateApiKeyHandler } from '../api-keys/regenerate-api-key.handler.js';
import { EmailChanges } from '../mailed-links/email-changes.js';
import { PasswordResets } from '../mailed-links/password-resets.js';
import { FetchApiKeyHandler } from './fetch-api-key.handler.js';

@Controller()
export class SignInRpc {
  constructor(
    private readonly fetcher: FetchApiKeyHandler,
    private readonly regenerator: RegenerateApiKeyHandler,
    private readonly resets: PasswordResets,
    private readonly emailChanges: EmailChanges,
  ) {}

  @MessagePattern(FetchApiKey.pattern)
  fetchApiKey(@Payload() request: FetchApiKey, @Ctx() context: RpcContext) {
    return this.fetcher.handle(request, context.request);
  }

  @MessagePattern(RegenerateApiKey.pattern)
  regenerateApiKey(@Payload() request: RegenerateApiKey) {
    return this.regenerator.handle(request);
  }

  @MessagePattern(RequestPasswordReset.pattern)
  requestPasswordReset(@Payload() request: RequestPasswordReset) {
    return this.resets.request(request);
  }

  @MessagePattern(ResetPassword.pattern)
  resetPassword(@Payload() request: ResetPassword) {
    return this.resets.reset(request);
  }

  @MessagePattern(ConfirmEmailChange.pattern)
  confirmEmailChange(@Payload() request: ConfirmEmailChange) {
    return this.emailChanges.confirm(request);
  }
}
