import { FetchApiKey } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { FetchApiKeyHandler } from './fetch-api-key.handler.js';

@Controller()
export class SignInRpc {
  constructor(private readonly fetcher: FetchApiKeyHandler) {}

  @MessagePattern(FetchApiKey.pattern)
  fetchApiKey(@Payload() request: FetchApiKey) {
    return this.fetcher.handle(request);
  }
}
