import { CreateDrafts, DeleteDraft, DeleteStoredDrafts, EditDraft, GetDrafts } from '@chat/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { DraftsHandler } from './drafts.handler.js';

@Controller()
export class DraftsRpc {
  constructor(private readonly drafts: DraftsHandler) {}

  @MessagePattern(GetDrafts.pattern)
  async get(@Payload() request: GetDrafts) {
    return { drafts: await this.drafts.get(request.actor) };
  }

  @MessagePattern(CreateDrafts.pattern)
  async create(@Payload() request: CreateDrafts) {
    return { ids: await this.drafts.create(request) };
  }

  @MessagePattern(EditDraft.pattern)
  edit(@Payload() request: EditDraft) {
    return this.drafts.edit(request);
  }

  @MessagePattern(DeleteDraft.pattern)
  delete(@Payload() request: DeleteDraft) {
    return this.drafts.delete(request);
  }

  @MessagePattern(DeleteStoredDrafts.pattern)
  deleteStored(@Payload() request: DeleteStoredDrafts) {
    return this.drafts.deleteIfOff(request);
  }
}
