import {
  DraftRemoved,
  type DraftRemovedPayload,
  DraftsAdded,
  type DraftsAddedPayload,
  DraftUpdated,
  type DraftUpdatedPayload,
} from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';

/** `drafts`: to the user's own clients. Source: reference shapes. */
export const draftsAddedMapping: ClientEventMapping<DraftsAddedPayload> = {
  source: DraftsAdded,
  audience: toUser,
  forClient: ({ drafts }) => [{ type: 'drafts', op: 'add', drafts }],
};

export const draftUpdatedMapping: ClientEventMapping<DraftUpdatedPayload> = {
  source: DraftUpdated,
  audience: toUser,
  forClient: ({ draft }) => [{ type: 'drafts', op: 'update', draft }],
};

export const draftRemovedMapping: ClientEventMapping<DraftRemovedPayload> = {
  source: DraftRemoved,
  audience: toUser,
  forClient: ({ draftId }) => [{ type: 'drafts', op: 'remove', draft_id: draftId }],
};
