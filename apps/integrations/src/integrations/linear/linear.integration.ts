import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain, quote } from '../../incoming-webhooks/text/markdown.js';
import { bold, present, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { type Data, LinearEvent } from './linear.payload.js';
import { isSignedByLinear } from './linear.signature.js';

const MESSAGES = new Map<string, (event: LinearEvent) => string>([
  ['Issue/create', issueMessage('was created in')],
  ['Issue/update', issueMessage('was updated in')],
  ['Issue/remove', removedIssue],
  ['Comment/create', commentMessage('commented on')],
  ['Comment/update', commentMessage('edited a comment on')],
  ['Comment/remove', (event) => `${personOf(event)} removed a comment.`],
]);

const IGNORED_TYPES = new Set(['Project', 'ProjectUpdate', 'Cycle', 'IssueLabel', 'Reaction']);

export default {
  name: 'linear',
  displayName: 'Linear',
  eventTypes: [...MESSAGES.keys()],
  verification: {
    kind: 'own',
    headers: ['linear-signature'],
    description: 'HMAC-SHA256 of the body in hex; the body has a time, which is at most a minute old.',
    verify: isSignedByLinear,
  },
  deliveryIdHeaders: ['linear-delivery'],
  messagesOf({ body }) {
    const event = readPayload(LinearEvent, body);
    const { type, action, data } = event;
    if (IGNORED_TYPES.has(type) || isAboutProject(data)) return [];
    const eventType = `${type}/${action}`;
    const contentOf = MESSAGES.get(eventType);
    if (contentOf === undefined) throw unsupportedEvent('linear', eventType);
    const topic = type === 'Comment' ? data.issueId : (data.parentId ?? data.id);
    if (topic === undefined) throw new MismatchedPayload('id');
    return [{ topic, content: contentOf(event), eventType }];
  },
} satisfies Integration;

/** A comment on an update of a project or an initiative, or on a document. */
const isAboutProject = ({ projectUpdateId, documentContentId, initiativeUpdateId }: Data): boolean =>
  (projectUpdateId ?? documentContentId ?? initiativeUpdateId) !== undefined;

function issueMessage(verb: string) {
  return (event: LinearEvent): string => {
    const { data, url, updatedFrom } = event;
    const formerTitle = updatedFrom?.title ? ` Its title was ${bold(updatedFrom.title)}.` : '';
    return present([
      `${kindOf(data)} ${link(titleOf(data), url)} ${verb} team ${teamOf(data)}.${formerTitle}`,
      data.description?.trim() ? quote(data.description) : undefined,
      stateOf(data),
    ]).join('\n\n');
  };
}

function removedIssue({ data }: LinearEvent): string {
  return `${kindOf(data)} ${bold(titleOf(data))} was removed from team ${teamOf(data)}.`;
}

function commentMessage(verb: string) {
  return (event: LinearEvent): string => {
    const { data, url } = event;
    return withQuote(
      `${personOf(event)} ${verb} issue ${link(data.issue?.title ?? 'without a title', url)}`,
      data.body,
    );
  };
}

const kindOf = ({ parentId }: Data): string => (parentId === undefined ? 'Issue' : 'Sub-issue');
const titleOf = ({ number, title }: Data): string => `#${number ?? '?'} ${title ?? ''}`.trim();
const teamOf = ({ team }: Data): string => bold(team?.name ?? 'without a name');
/** Comments of applications and of people outside have no user. */
const personOf = ({ data, actor }: LinearEvent): string => bold(data.user?.name ?? actor?.name ?? 'A person in Linear');

/** The values that are set, in one line. */
function stateOf({ priorityLabel, assignee, state }: Data): string | undefined {
  const parts = present([
    priorityLabel === undefined || priorityLabel === 'No priority' ? undefined : `Priority: ${plain(priorityLabel)}`,
    assignee?.name && `Assignee: ${plain(assignee.name)}`,
    state?.name && `Status: ${plain(state.name)}`,
  ]);
  return parts.length === 0 ? undefined : parts.join(', ');
}
