import { endpoint } from '../kit/endpoint.js';
import { EXAMPLE_IDS } from '../kit/examples/example-values.js';
import { Id, Integer, ListOf, Nested } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { Draft, DraftFields, MAX_DRAFTS_PER_REQUEST } from './drafts.schema.js';

/** Response of GET /drafts: all drafts of the actor; `count` is their number. */
export class DraftList {
  @Integer() count!: number;
  /** Oldest edit first. */
  @ListOf(Draft) drafts!: readonly Draft[];
}

/** Parameters of POST /drafts: at most MAX_DRAFTS_PER_REQUEST drafts; without them the request stores none. */
export class NewDrafts {
  @ListOf(DraftFields, { max: MAX_DRAFTS_PER_REQUEST, default: [] }) drafts!: readonly DraftFields[];
}

/** Response of POST /drafts: one id for each draft. */
export class DraftIds {
  /** In the order of the request. */
  @ListOf(id()) ids!: readonly number[];
}

/** Parameters of PATCH /drafts/{draft_id}: a complete draft, which replaces the stored one. */
export class DraftReplacement {
  @Id() draftId!: number;
  @Nested(DraftFields) draft!: DraftFields;
}

/** Path parameter of DELETE /drafts/{draft_id}. Error 404 if the actor has no such draft. */
export class DraftSelection {
  @Id() draftId!: number;
}

/*
 * Error of all four (BAD_REQUEST): `User has disabled synchronizing drafts.` Errors of writes: `Must specify exactly 1 stream ID
 * for stream messages`; `Invalid stream ID` for a stream that the actor cannot access; `Invalid user ID …`; empty content; null
 * bytes; too many.
 */

const exampleDraft = { type: 'stream', to: [EXAMPLE_IDS.stream], topic: 'lunch', content: 'Soup at noon?' } as const;

export const getDrafts = endpoint('GET /drafts', {
  pattern: 'messaging.drafts.get',
  summary: 'Get the drafts that are stored on the server',
  response: DraftList,
});

/** Stores all drafts or none. */
export const createDrafts = endpoint('POST /drafts', {
  pattern: 'messaging.drafts.create',
  summary: 'Store drafts on the server',
  parameters: NewDrafts,
  example: { drafts: [exampleDraft] },
  response: DraftIds,
});

export const editDraft = endpoint('PATCH /drafts/{draft_id}', {
  pattern: 'messaging.drafts.edit',
  summary: 'Replace a draft',
  errorStatuses: [404],
  parameters: DraftReplacement,
  example: { draft: exampleDraft },
});

export const deleteDraft = endpoint('DELETE /drafts/{draft_id}', {
  pattern: 'messaging.drafts.delete',
  summary: 'Delete a draft',
  errorStatuses: [404],
  parameters: DraftSelection,
});
