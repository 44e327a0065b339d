import { requireAdministrator, requireOwner } from '@chat/auth';
import {
  badRequest,
  ForgetArchivedStreams,
  SetRealmActive,
  StreamArchived,
  UpdateRealm,
  UpdateUserSettingsDefaults,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { consumeEvents, on, ServiceResources } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmService } from './realm.service.js';

@Controller()
export class RealmController {
  constructor(
    private readonly realm: RealmService,
    resources: ServiceResources,
  ) {
    consumeEvents(
      resources,
      'realm-settings',
      on(StreamArchived, ({ realmId, payload }) => realm.removeArchivedStreams(realmId, [payload.stream.streamId])),
    );
  }

  @MessagePattern(UpdateRealm.pattern)
  update(@Payload() request: UpdateRealm, @Ctx() context: RpcContext) {
    requireAdministrator(request.actor);
    return this.realm.update(request, context.request);
  }

  @MessagePattern(UpdateUserSettingsDefaults.pattern)
  updateUserSettingsDefaults(@Payload() request: UpdateUserSettingsDefaults) {
    requireAdministrator(request.actor);
    return this.realm.updateUserSettingsDefaults(request);
  }

  /** Without an actor the request comes from the operator. */
  @MessagePattern(SetRealmActive.pattern)
  setActive(@Payload() { actor, realmId, isActive }: SetRealmActive) {
    if (actor) requireOwner(actor);
    if (actor && actor.realmId !== realmId) throw badRequest('Invalid realm');
    return this.realm.setActive(realmId, isActive, actor?.userId ?? null);
  }

  @MessagePattern(ForgetArchivedStreams.pattern)
  removeArchivedStreams(@Payload() { realmId, streamIds }: ForgetArchivedStreams) {
    return this.realm.removeArchivedStreams(realmId, streamIds);
  }
}
