import { CreateDrafts, DeleteDraft, EditDraft, GetDrafts } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import * as endpoints from './drafts.endpoints.js';

@Controller()
export class DraftsController {
  @Endpoint(endpoints.getDraftsEndpoint)
  async get(call: Call<typeof endpoints.getDraftsEndpoint>) {
    const { drafts } = await call.request(GetDrafts, { actor: call.principal });
    return { count: drafts.length, drafts };
  }

  @Endpoint(endpoints.createDraftsEndpoint)
  create(call: Call<typeof endpoints.createDraftsEndpoint>) {
    return call.request(CreateDrafts, { actor: call.principal, drafts: call.parameters.drafts });
  }

  @Endpoint(endpoints.editDraftEndpoint)
  async edit(call: Call<typeof endpoints.editDraftEndpoint>) {
    await call.request(EditDraft, {
      actor: call.principal,
      draftId: call.path.draftId,
      draft: call.parameters.draft,
    });
    return {};
  }

  @Endpoint(endpoints.deleteDraftEndpoint)
  async delete(call: Call<typeof endpoints.deleteDraftEndpoint>) {
    await call.request(DeleteDraft, { actor: call.principal, draftId: call.path.draftId });
    return {};
  }
}

@Module({ controllers: [DraftsController] })
export class DraftsModule {}
