import { CreateRealm, FindSubdomain, ListRealms, ResolveRealm } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmsService } from './realms.service.js';

/** Requests of the operator and the gateway that concern the installation, not one realm. */
@Controller()
export class RealmsController {
  constructor(private readonly realms: RealmsService) {}

  @MessagePattern(CreateRealm.pattern)
  create(@Payload() request: CreateRealm) {
    return this.realms.create(request);
  }

  @MessagePattern(ListRealms.pattern)
  list(@Payload() _request: ListRealms) {
    return this.realms.list();
  }

  @MessagePattern(FindSubdomain.pattern)
  findSubdomain(@Payload() { str }: FindSubdomain) {
    return this.realms.findSubdomain(str);
  }

  @MessagePattern(ResolveRealm.pattern)
  resolve(@Payload() { host }: ResolveRealm) {
    return this.realms.resolve(host);
  }
}
