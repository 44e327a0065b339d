import { badRequest, DRAFT_TYPES, MAX_DRAFTS_PER_REQUEST } from '@chat/contracts';
import { endpoint, id, list, object, oneOf, Parameter, text } from '../http/index.js';

/** Seconds since the epoch, with or without a fraction. */
const seconds = new Parameter<number>({
  kind: 'number',
  encoding: 'json',
  schema: { type: 'number', minimum: 0 },
  check: checkSeconds,
  read: (raw, name) => checkSeconds(Number(raw), name),
});

function checkSeconds(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw badRequest(`${name} is not a number`);
  if (value < 0) throw badRequest('Timestamp must not be negative.');
  return Math.floor(value);
}

const draft = object(
  {
    type: oneOf(DRAFT_TYPES),
    to: list(id()),
    topic: text({ controlCharacters: 'allowed' }),
    content: text({ controlCharacters: 'allowed' }),
    timestamp: seconds.optional(),
  },
  { otherMembers: 'refused' },
);

export const getDraftsEndpoint = endpoint({
  method: 'GET',
  path: '/drafts',
  access: 'user',
  summary: 'Get the drafts that are stored on the server',
  parameters: {},
});

export const createDraftsEndpoint = endpoint({
  method: 'POST',
  path: '/drafts',
  access: 'user',
  summary: 'Store drafts on the server',
  parameters: { drafts: list(draft, { maxItems: MAX_DRAFTS_PER_REQUEST }).default([]) },
});

export const editDraftEndpoint = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  access: 'user',
  summary: 'Replace a draft',
  refusalStatuses: [404],
  parameters: { draft },
});

export const deleteDraftEndpoint = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  access: 'user',
  summary: 'Delete a draft',
  refusalStatuses: [404],
  parameters: {},
});
