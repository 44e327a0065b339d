import {
  createDrafts,
  DeleteStoredDrafts,
  DraftReplacement,
  DraftSelection,
  deleteDraft,
  editDraft,
  getDrafts,
  type LoggedEvent,
  NewDrafts,
  Principal,
  UserUpdated,
  type UserUpdatedPayload,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { DraftsService } from './drafts.service.js';

@Controller()
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Handles(getDrafts)
  get(@Actor() actor: Principal) {
    return this.drafts.list(actor);
  }

  @Handles(createDrafts)
  create(@Actor() actor: Principal, @Parameters() { drafts }: NewDrafts) {
    return this.drafts.create(actor, drafts);
  }

  @Handles(editDraft)
  edit(@Actor() actor: Principal, @Parameters() { draftId, draft }: DraftReplacement) {
    return this.drafts.edit(actor, draftId, draft);
  }

  @Handles(deleteDraft)
  delete(@Actor() actor: Principal, @Parameters() { draftId }: DraftSelection) {
    return this.drafts.delete(actor, draftId);
  }

  @MessagePattern(DeleteStoredDrafts.pattern)
  deleteStored(@Payload() request: DeleteStoredDrafts) {
    return this.drafts.deleteIfOff(request);
  }

  @EventPattern(UserUpdated.type, { group: 'messaging-drafts' })
  onUserUpdated(@Payload() event: LoggedEvent<UserUpdatedPayload>) {
    return this.drafts.onUserUpdated(event);
  }
}
