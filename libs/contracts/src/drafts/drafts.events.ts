import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id, ListOf, Nested } from '../kit/fields.js';
import { Draft, MAX_DRAFTS_IN_REGISTER } from './drafts.schema.js';

@ClientEventOf({ type: 'drafts', op: 'add', when: 'The user stored drafts in another client.' })
export class DraftsAddEvent {
  @ListOf(Draft) drafts!: readonly Draft[];
}

@ClientEventOf({ type: 'drafts', op: 'update', when: 'A draft was replaced.' })
export class DraftsUpdateEvent {
  @Nested(Draft) draft!: Draft;
}

@ClientEventOf({ type: 'drafts', op: 'remove', when: 'A draft was deleted.' })
export class DraftsRemoveEvent {
  @Id() draftId!: number;
}

/** Newest edit first; empty while the user does not synchronize drafts. */
export class DraftsRegisterFields {
  @ListOf(Draft, { max: MAX_DRAFTS_IN_REGISTER }) drafts!: readonly Draft[];
}

class DraftsAddedPayload extends DraftsAddEvent {
  @Id() userId!: number;
}
class DraftUpdatedPayload extends DraftsUpdateEvent {
  @Id() userId!: number;
}
class DraftRemovedPayload extends DraftsRemoveEvent {
  @Id() userId!: number;
}

export const DraftsAdded = domainEvent({
  type: 'messaging.drafts_added',
  payload: DraftsAddedPayload,
  audience: itsUser,
  clientEvent: DraftsAddEvent,
});

export const DraftUpdated = domainEvent({
  type: 'messaging.draft_updated',
  payload: DraftUpdatedPayload,
  audience: itsUser,
  clientEvent: DraftsUpdateEvent,
});

export const DraftRemoved = domainEvent({
  type: 'messaging.draft_removed',
  payload: DraftRemovedPayload,
  audience: itsUser,
  clientEvent: DraftsRemoveEvent,
});
