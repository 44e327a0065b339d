import { GetRealmRegisterState } from '@chat/contracts';
import { type JsonText, RpcContext } from '@chat/redis-rpc';
import { Controller, Inject } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmStates } from '../realm-state/realm-states.js';
import { INSTALLATION, type Installation } from '../server/installation.js';
import { registerText } from './register-text.js';

@Controller()
export class RegisterRpc {
  constructor(
    private readonly states: RealmStates,
    @Inject(INSTALLATION) private readonly installation: Installation,
  ) {}

  @MessagePattern(GetRealmRegisterState.pattern)
  async getState(@Payload() request: GetRealmRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    // A spectator has no realm of its own: the request's is the host's.
    const state = await this.states.get(request.actor?.realmId ?? context.request.realmId);
    return registerText(state, this.installation, request);
  }
}
