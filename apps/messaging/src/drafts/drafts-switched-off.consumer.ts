import { UserUpdated } from '@chat/contracts';
import { consumeEvents, on, ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';

/** Deletes the stored drafts of users who switch their synchronization off, whatever is down when they do. */
@Injectable()
export class DraftsSwitchedOffConsumer {
  constructor(resources: ServiceResources, drafts: DraftsService) {
    consumeEvents(
      resources,
      'messaging-drafts',
      on(UserUpdated, async ({ payload: { user, previous }, sequence }) => {
        const wasOn = previous.settings?.enableDraftsSynchronization ?? false;
        if (!wasOn || user.settings.enableDraftsSynchronization) return;
        await drafts.deleteStored(user.userId, sequence);
      }),
    );
  }
}
