import {
  AddDefaultStream,
  CreateDefaultStreamGroup,
  RemoveDefaultStream,
  RemoveDefaultStreamGroup,
  UpdateDefaultStreamGroup,
  UpdateDefaultStreamGroupStreams,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './default-streams.endpoints.js';

@Controller()
export class DefaultStreamsController {
  @Endpoint(endpoints.addDefaultStreamEndpoint)
  async add(call: Call<typeof endpoints.addDefaultStreamEndpoint>) {
    await call.request(AddDefaultStream, { actor: call.principal, ...call.parameters });
    return {};
  }

  @Endpoint(endpoints.removeDefaultStreamEndpoint)
  async remove(call: Call<typeof endpoints.removeDefaultStreamEndpoint>) {
    await call.request(RemoveDefaultStream, { actor: call.principal, ...call.parameters });
    return {};
  }

  @Endpoint(endpoints.createDefaultStreamGroupEndpoint)
  async createGroup(call: Call<typeof endpoints.createDefaultStreamGroupEndpoint>) {
    const { groupName, description, streamNames } = call.parameters;
    await call.request(CreateDefaultStreamGroup, { actor: call.principal, name: groupName, description, streamNames });
    return {};
  }

  @Endpoint(endpoints.updateDefaultStreamGroupEndpoint)
  async updateGroup(call: Call<typeof endpoints.updateDefaultStreamGroupEndpoint>) {
    const { newGroupName, newDescription } = call.parameters;
    const { groupId } = call.path;
    const actor = call.principal;
    await call.request(UpdateDefaultStreamGroup, { actor, groupId, newName: newGroupName, newDescription });
    return {};
  }

  @Endpoint(endpoints.removeDefaultStreamGroupEndpoint)
  async removeGroup(call: Call<typeof endpoints.removeDefaultStreamGroupEndpoint>) {
    await call.request(RemoveDefaultStreamGroup, { actor: call.principal, groupId: call.path.groupId });
    return {};
  }

  @Endpoint(endpoints.updateDefaultStreamGroupStreamsEndpoint)
  async updateGroupStreams(call: Call<typeof endpoints.updateDefaultStreamGroupStreamsEndpoint>) {
    const { groupId } = call.path;
    await call.request(UpdateDefaultStreamGroupStreams, { actor: call.principal, groupId, ...call.parameters });
    return {};
  }
}

@Module({ controllers: [DefaultStreamsController] })
export class DefaultStreamsModule {}
