import {
  GetMessagingRegisterState,
  GetOwnUser,
  getOwnUser,
  NO_CAPABILITIES,
  RemoveOwnProfileData,
  UpdateOwnProfileData,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './users.endpoints.js';

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
    return { ...user, maxMessageId: messaging.state['max_message_id'] as number };
  }

  @Endpoint(endpoints.updateOwnProfileDataEndpoint)
  updateOwnProfileData(call: Call<typeof endpoints.updateOwnProfileDataEndpoint>) {
    return call.request(UpdateOwnProfileData, { actor: call.principal, data: call.parameters.data });
  }

  @Endpoint(endpoints.removeOwnProfileDataEndpoint)
  removeOwnProfileData(call: Call<typeof endpoints.removeOwnProfileDataEndpoint>) {
    return call.request(RemoveOwnProfileData, { actor: call.principal, fieldIds: call.parameters.data });
  }
}

@Module({ controllers: [UsersController] })
export class UsersModule {}
