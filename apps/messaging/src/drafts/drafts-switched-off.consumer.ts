import { UserUpdated } from '@chat/contracts';
import { consumeEvents, ServiceResources } from '@chat/runtime';
import { Injectable } from '@nestjs/common';
import { DraftsHandler } from './drafts.handler.js';

/** Deletes the stored drafts of users who switch their synchronization off, whatever is down when they do. */
@Injectable()
export class DraftsSwitchedOffConsumer {
  constructor(resources: ServiceResources, drafts: DraftsHandler) {
    consumeEvents(
      resources,
      'messaging-drafts',
      new Map([
        [
          UserUpdated.type,
          async (event) => {
            if (!UserUpdated.matches(event)) return;
            const { user, previous } = event.payload;
            const wasOn = previous.settings?.enableDraftsSynchronization ?? false;
            if (!wasOn || user.settings.enableDraftsSynchronization) return;
            await drafts.deleteStored(user.userId, event.sequence);
          },
        ],
      ]),
    );
  }
}
