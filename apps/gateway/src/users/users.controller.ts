import {
  CreateUser,
  DeactivateUser,
  GetMessagingRegisterState,
  GetOwnUser,
  GetUser,
  ListUsers,
  NO_CAPABILITIES,
  ReactivateUser,
  RemoveOwnProfileData,
  type Role,
  UpdateOwnProfileData,
  UpdateUser,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './users.endpoints.js';

@Controller()
export class UsersController {
  @Endpoint(endpoints.listUsersEndpoint)
  list(call: Call<typeof endpoints.listUsersEndpoint>) {
    return call.requestText(ListUsers, { actor: call.principal, ...call.parameters });
  }

  @Endpoint(endpoints.getUserEndpoint)
  get(call: Call<typeof endpoints.getUserEndpoint>) {
    return call.request(GetUser, { actor: call.principal, userId: call.path.userId, ...call.parameters });
  }

  @Endpoint(endpoints.getUserByEmailEndpoint)
  getByEmail(call: Call<typeof endpoints.getUserByEmailEndpoint>) {
    return call.request(GetUser, { actor: call.principal, email: call.path.email, ...call.parameters });
  }

  @Endpoint(endpoints.getOwnUserEndpoint)
  async getOwn(call: Call<typeof endpoints.getOwnUserEndpoint>) {
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
    return { ...user, max_message_id: messaging.state['max_message_id'] };
  }

  @Endpoint(endpoints.createUserEndpoint)
  create(call: Call<typeof endpoints.createUserEndpoint>) {
    return call
      .request(CreateUser, { actor: call.principal, ...call.parameters })
      .then(({ userId }) => ({ user_id: userId }));
  }

  @Endpoint(endpoints.updateUserEndpoint)
  update(call: Call<typeof endpoints.updateUserEndpoint>) {
    const { role, fullName, profileData } = call.parameters;
    return call.request(UpdateUser, {
      actor: call.principal,
      userId: call.path.userId,
      fullName,
      role: role as Role | undefined,
      profileData,
    });
  }

  @Endpoint(endpoints.deactivateUserEndpoint)
  deactivate(call: Call<typeof endpoints.deactivateUserEndpoint>) {
    const { deactivationNotificationComment: comment } = call.parameters;
    return call.request(DeactivateUser, { actor: call.principal, userId: call.path.userId, comment });
  }

  @Endpoint(endpoints.reactivateUserEndpoint)
  reactivate(call: Call<typeof endpoints.reactivateUserEndpoint>) {
    return call.request(ReactivateUser, { actor: call.principal, userId: call.path.userId });
  }

  @Endpoint(endpoints.deactivateOwnUserEndpoint)
  deactivateOwn(call: Call<typeof endpoints.deactivateOwnUserEndpoint>) {
    return call.request(DeactivateUser, { actor: call.principal, userId: call.principal.userId });
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
