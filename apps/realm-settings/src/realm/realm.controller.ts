import { requireAdministrator, requireOwner } from '@chat/auth';
import {
  badRequest,
  ForgetArchivedStreams,
  type LoggedEvent,
  SetRealmActive,
  StreamArchived,
  type StreamArchivedPayload,
  UpdateRealm,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmService } from './realm.service.js';

@Controller()
export class RealmController {
  constructor(private readonly realm: RealmService) {}

  @MessagePattern(UpdateRealm.pattern)
  update(@Payload() request: UpdateRealm, @Ctx() context: RpcContext) {
    requireAdministrator(request.actor);
    return this.realm.update(request, context.request);
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

  /** The messaging service also sends the request above right after its commit. */
  @EventPattern(StreamArchived.type)
  onStreamArchived(@Payload() { realmId, payload }: LoggedEvent<StreamArchivedPayload>) {
    return this.realm.removeArchivedStreams(realmId, [payload.stream.streamId]);
  }
}
