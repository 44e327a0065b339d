import { userEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id, ListOf, Nested } from '../kit/fields.js';
import { Draft, MAX_DRAFTS_IN_REGISTER } from './drafts.schema.js';

/** Client event for the queues of the user: the drafts of one POST /drafts. */
@ClientEventOf({ type: 'drafts', op: 'add', when: 'The user stored drafts in another client.' })
export class DraftsAddEvent {
  @ListOf(Draft) drafts!: readonly Draft[];
}

/** Client event for the queues of the user; it carries the complete draft after the change. */
@ClientEventOf({ type: 'drafts', op: 'update', when: 'A draft was replaced.' })
export class DraftsUpdateEvent {
  @Nested(Draft) draft!: Draft;
}

/** Client event for the queues of the user: the id of the deleted draft. */
@ClientEventOf({ type: 'drafts', op: 'remove', when: 'A draft was deleted.' })
export class DraftsRemoveEvent {
  @Id() draftId!: number;
}

/** Newest edit first; empty while the user does not synchronize drafts. */
export class DraftsRegisterFields {
  @ListOf(Draft, { max: MAX_DRAFTS_IN_REGISTER }) drafts!: readonly Draft[];
}

export const DraftsAdded = userEvent('messaging.drafts_added', DraftsAddEvent);

export const DraftUpdated = userEvent('messaging.draft_updated', DraftsUpdateEvent);

export const DraftRemoved = userEvent('messaging.draft_removed', DraftsRemoveEvent);
