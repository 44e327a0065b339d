import {
  deactivateRealm,
  ForgetArchivedStreams,
  type LoggedEvent,
  Principal,
  RealmChanges,
  SetRealmActive,
  SetStandbyReads,
  SetUploadQuota,
  StreamArchived,
  type StreamArchivedPayload,
  updateRealm,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmService } from './realm.service.js';

@Controller()
export class RealmController {
  constructor(private readonly realm: RealmService) {}

  @Handles(updateRealm)
  update(@Actor() actor: Principal, @Parameters() changes: RealmChanges, @Ctx() context: RpcContext) {
    return this.realm.update(actor, changes, context.request);
  }

  @Handles(deactivateRealm)
  deactivate(@Actor() { realmId, userId }: Principal) {
    return this.realm.setActive(realmId, false, userId);
  }

  @MessagePattern(SetRealmActive.pattern)
  setActive(@Payload() { realmId, isActive }: SetRealmActive) {
    return this.realm.setActive(realmId, isActive, null);
  }

  @MessagePattern(SetUploadQuota.pattern)
  setUploadQuota(@Payload() { realmId, uploadQuotaMib }: SetUploadQuota) {
    return this.realm.setUploadQuota(realmId, uploadQuotaMib);
  }

  @MessagePattern(SetStandbyReads.pattern)
  setStandbyReads(@Payload() { realmId, isOn }: SetStandbyReads) {
    return this.realm.setStandbyReads(realmId, isOn);
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
