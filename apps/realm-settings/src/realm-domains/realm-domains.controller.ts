import {
  createRealmDomain,
  deleteRealmDomain,
  NewRealmDomain,
  Principal,
  RealmDomainChange,
  RealmDomainSelection,
  updateRealmDomain,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { RealmDomainsService } from './realm-domains.service.js';

@Controller()
export class RealmDomainsController {
  constructor(private readonly domains: RealmDomainsService) {}

  @Handles(createRealmDomain)
  create(@Actor() actor: Principal, @Parameters() domain: NewRealmDomain) {
    return this.domains.create(actor, domain);
  }

  @Handles(updateRealmDomain)
  update(@Actor() actor: Principal, @Parameters() domain: RealmDomainChange) {
    return this.domains.update(actor, domain);
  }

  @Handles(deleteRealmDomain)
  delete(@Actor() actor: Principal, @Parameters() { domain }: RealmDomainSelection) {
    return this.domains.delete(actor, domain);
  }
}
