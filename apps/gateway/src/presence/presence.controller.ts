import { GetRealmPresences, GetUserPresence, UpdatePresence } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Answer, type Call, Endpoint } from '../http/index.js';
import {
  getRealmPresenceEndpoint,
  getUserPresenceByEmailEndpoint,
  getUserPresenceEndpoint,
  updatePresenceEndpoint,
} from './presence.endpoints.js';

@Controller()
export class PresenceController {
  @Endpoint(updatePresenceEndpoint)
  async update(call: Call<typeof updatePresenceEndpoint>): Promise<Answer> {
    const { status, pingOnly, slimPresence } = call.parameters;
    const fields = { actor: call.principal, status, pingOnly, slimPresence };
    if (!pingOnly) return call.requestText(UpdatePresence, fields);
    await call.request(UpdatePresence, fields);
    return {};
  }

  @Endpoint(getRealmPresenceEndpoint)
  realm(call: Call<typeof getRealmPresenceEndpoint>): Promise<Answer> {
    return call.requestText(GetRealmPresences, { realmId: call.realmId, slimPresence: false });
  }

  @Endpoint(getUserPresenceEndpoint)
  user(call: Call<typeof getUserPresenceEndpoint>): Promise<Answer> {
    return call.requestText(GetUserPresence, { realmId: call.realmId, userId: call.path.userId });
  }

  @Endpoint(getUserPresenceByEmailEndpoint)
  userByEmail(call: Call<typeof getUserPresenceByEmailEndpoint>): Promise<Answer> {
    return call.requestText(GetUserPresence, { realmId: call.realmId, email: call.path.email });
  }
}

@Module({ controllers: [PresenceController] })
export class PresenceModule {}
