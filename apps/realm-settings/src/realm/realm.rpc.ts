import {
  CreateRealm,
  DeleteRealmDomain,
  ForgetArchivedStreams,
  GetRealm,
  ListRealms,
  type RealmRecord,
  ResolveRealm,
  SaveRealmDomain,
  SetRealmActive,
  type Stamped,
  UpdateRealm,
  UpdateUserSettingsDefaults,
} from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmStates } from '../realm-state/realm-states.js';
import { ArchivedStreams } from './archived-streams.js';
import { CreateRealmHandler } from './create-realm.handler.js';
import { ListRealmsHandler } from './list-realms.handler.js';
import { RealmDomainsHandler } from './realm-domains.handler.js';
import { ResolveRealmHandler } from './resolve-realm.handler.js';
import { SetRealmActiveHandler } from './set-realm-active.handler.js';
import { UpdateRealmHandler } from './update-realm.handler.js';
import { UpdateUserSettingsDefaultsHandler } from './update-user-settings-defaults.handler.js';

@Controller()
export class RealmRpc {
  constructor(
    private readonly states: RealmStates,
    private readonly createRealm: CreateRealmHandler,
    private readonly resolveRealm: ResolveRealmHandler,
    private readonly listRealms: ListRealmsHandler,
    private readonly updateRealm: UpdateRealmHandler,
    private readonly updateDefaults: UpdateUserSettingsDefaultsHandler,
    private readonly setRealmActive: SetRealmActiveHandler,
    private readonly domains: RealmDomainsHandler,
    private readonly archivedStreams: ArchivedStreams,
  ) {}

  @MessagePattern(GetRealm.pattern)
  async get(@Payload() { realmId }: GetRealm): Promise<Stamped<RealmRecord>> {
    const { sequence, realm } = await this.states.get(realmId);
    return { sequence, state: realm };
  }

  @MessagePattern(CreateRealm.pattern)
  create(@Payload() request: CreateRealm) {
    return this.createRealm.handle(request);
  }

  @MessagePattern(ResolveRealm.pattern)
  resolve(@Payload() request: ResolveRealm) {
    return this.resolveRealm.handle(request);
  }

  @MessagePattern(ListRealms.pattern)
  list(@Payload() _request: ListRealms) {
    return this.listRealms.handle();
  }

  @MessagePattern(UpdateRealm.pattern)
  update(@Payload() request: UpdateRealm, @Ctx() context: RpcContext) {
    return this.updateRealm.handle(request, context.request);
  }

  @MessagePattern(UpdateUserSettingsDefaults.pattern)
  updateUserSettingsDefaults(@Payload() request: UpdateUserSettingsDefaults) {
    return this.updateDefaults.handle(request);
  }

  @MessagePattern(SetRealmActive.pattern)
  setActive(@Payload() request: SetRealmActive) {
    return this.setRealmActive.handle(request);
  }

  @MessagePattern(ForgetArchivedStreams.pattern)
  forgetArchivedStreams(@Payload() { realmId, streamIds }: ForgetArchivedStreams) {
    return this.archivedStreams.forget(realmId, streamIds);
  }

  @MessagePattern(SaveRealmDomain.pattern)
  saveDomain(@Payload() request: SaveRealmDomain) {
    return this.domains.save(request);
  }

  @MessagePattern(DeleteRealmDomain.pattern)
  deleteDomain(@Payload() request: DeleteRealmDomain) {
    return this.domains.delete(request);
  }
}
