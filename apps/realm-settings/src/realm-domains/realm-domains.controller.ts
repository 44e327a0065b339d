import { requireOwner } from '@chat/auth';
import { DeleteRealmDomain, SaveRealmDomain } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmDomainsService } from './realm-domains.service.js';

@Controller()
export class RealmDomainsController {
  constructor(private readonly domains: RealmDomainsService) {}

  @MessagePattern(SaveRealmDomain.pattern)
  save(@Payload() request: SaveRealmDomain) {
    requireOwner(request.actor);
    return this.domains.save(request);
  }

  @MessagePattern(DeleteRealmDomain.pattern)
  delete(@Payload() request: DeleteRealmDomain) {
    requireOwner(request.actor);
    return this.domains.delete(request);
  }
}
