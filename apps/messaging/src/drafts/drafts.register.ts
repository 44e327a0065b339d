import { wantsState } from '@chat/contracts';
import type { RegisterPart } from '../register/register-part.js';
import { selectNewestDrafts } from './drafts.repository.js';

/** `drafts`: newest edit first, empty while the user does not synchronize them. */
export const draftsState: RegisterPart = async (tx, { request, users }) => {
  if (!wantsState(request, 'drafts')) return {};
  const { actor } = request;
  const isOn = actor !== null && users.get(actor.userId)?.settings.enableDraftsSynchronization === true;
  return { drafts: isOn ? await selectNewestDrafts(tx, actor.userId) : [] };
};
