import { GetMessagingRegisterState, GetOwnUser, getOwnUser, NO_CAPABILITIES } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';

@Controller()
export class UsersController {
  @Endpoint(getOwnUser)
  async getOwn(call: Call<typeof getOwnUser>) {
    const actor = call.principal;
    const [user, messaging] = await Promise.all([
      call.request(GetOwnUser, { actor }),
      call.request(GetMessagingRegisterState, {
        actor,
        fetchEventTypes: ['message'],
        clientExtavatar: true,
        includeSubscribers: false,
        slimPresence: true,
        capabilities: NO_CAPABILITIES,
      }),
    ]);
    return { ...user, maxMessageId: messaging.state.max_message_id as number };
  }
}

@Module({ controllers: [UsersController] })
export class UsersModule {}
