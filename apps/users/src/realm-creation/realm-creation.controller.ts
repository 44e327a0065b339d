import { CheckRealmCreation, CreateRealmCreationLink, FoundRealm, RequestRealm } from '@chat/contracts';
import { RpcContext } from '@chat/redis-rpc';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RealmCreationService } from './realm-creation.service.js';

@Controller()
export class RealmCreationController {
  constructor(private readonly creation: RealmCreationService) {}

  @MessagePattern(CreateRealmCreationLink.pattern)
  createLink(@Payload() { realmId }: CreateRealmCreationLink) {
    return this.creation.createLink(realmId);
  }

  @MessagePattern(CheckRealmCreation.pattern)
  check(@Payload() request: CheckRealmCreation) {
    return this.creation.check(request);
  }

  @MessagePattern(RequestRealm.pattern)
  request(@Payload() request: RequestRealm, @Ctx() context: RpcContext) {
    return this.creation.request(request, context.request);
  }

  @MessagePattern(FoundRealm.pattern)
  found(@Payload() request: FoundRealm, @Ctx() context: RpcContext) {
    return this.creation.found(request, context.request);
  }
}
