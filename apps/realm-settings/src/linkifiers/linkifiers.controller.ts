import {
  createLinkifier,
  deleteLinkifier,
  LinkifierFields,
  LinkifierReplacement,
  LinkifierSelection,
  Principal,
  updateLinkifier,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { LinkifiersService } from './linkifiers.service.js';

@Controller()
export class LinkifiersController {
  constructor(private readonly linkifiers: LinkifiersService) {}

  @Handles(createLinkifier)
  create(@Actor() { realmId }: Principal, @Parameters() fields: LinkifierFields) {
    return this.linkifiers.create(realmId, fields);
  }

  @Handles(updateLinkifier)
  update(@Actor() { realmId }: Principal, @Parameters() { filterId, ...fields }: LinkifierReplacement) {
    return this.linkifiers.update(realmId, filterId, fields);
  }

  @Handles(deleteLinkifier)
  delete(@Actor() { realmId }: Principal, @Parameters() { filterId }: LinkifierSelection) {
    return this.linkifiers.delete(realmId, filterId);
  }
}
