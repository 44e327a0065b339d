import { CreateLinkifier, DeleteLinkifier, UpdateLinkifier } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { realmState } from '../realm/realm-state.js';
import * as endpoints from './linkifiers.endpoints.js';

@Controller()
export class LinkifiersController {
  @Endpoint(endpoints.getLinkifiersEndpoint)
  async get(call: Call<typeof endpoints.getLinkifiersEndpoint>) {
    return { linkifiers: await realmState(call, 'realm_linkifiers') };
  }

  @Endpoint(endpoints.createLinkifierEndpoint)
  create(call: Call<typeof endpoints.createLinkifierEndpoint>) {
    return call.request(CreateLinkifier, { actor: call.principal, ...call.parameters });
  }

  @Endpoint(endpoints.updateLinkifierEndpoint)
  update(call: Call<typeof endpoints.updateLinkifierEndpoint>) {
    return call.request(UpdateLinkifier, {
      actor: call.principal,
      linkifierId: call.path.filterId,
      ...call.parameters,
    });
  }

  @Endpoint(endpoints.deleteLinkifierEndpoint)
  delete(call: Call<typeof endpoints.deleteLinkifierEndpoint>) {
    return call.request(DeleteLinkifier, { actor: call.principal, linkifierId: call.path.filterId });
  }
}

@Module({ controllers: [LinkifiersController] })
export class LinkifiersModule {}
