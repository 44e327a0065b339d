import { ReplaceOwnApiKey, ShowOwnApiKey } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { RecentSignInService } from './recent-sign-in.service.js';

/** The API key on the account page. */
@Controller()
export class OwnKeyController {
  constructor(
    private readonly recentSignIn: RecentSignInService,
    private readonly apiKeys: ApiKeysService,
  ) {}

  @MessagePattern(ShowOwnApiKey.pattern)
  async show(@Payload() { actor, password }: ShowOwnApiKey) {
    await this.recentSignIn.require(actor, password);
    return { apiKey: await this.apiKeys.read(actor.userId) };
  }

  @MessagePattern(ReplaceOwnApiKey.pattern)
  async replace(@Payload() { actor, password }: ReplaceOwnApiKey) {
    await this.recentSignIn.require(actor, password);
    return this.apiKeys.regenerate(actor);
  }
}
