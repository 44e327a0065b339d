import {
  actionContent,
  assignedTo,
  betweenBranches,
  numberedLink,
  numberedTopic,
} from '../../incoming-webhooks/git/actions.js';
import { Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Assigned, assigneesOf, Numbered, nameOf, projectOf, User, withoutComments } from './gitlab.payload.js';
import type { EventKind, GitlabEvent, GitlabMessage } from './gitlab-event.js';

/** Parameter of the address. */
export const USE_TITLE = 'use_merge_request_title';

class MergeRequest extends Numbered {
  @Text() sourceBranch?: string;
  @Text() targetBranch?: string;
  /** The former head, if the update pushed commits. */
  @Text() oldrev?: string;
  @Obj(() => User) assignee?: User;
}

class MergeRequestPayload extends Assigned {
  @Obj(() => MergeRequest, { required: true }) objectAttributes!: MergeRequest;
}

const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  update: 'updated',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'unapproved',
  // One of several approvers approved.
  approval: 'approved (more approvals needed)',
  unapproval: 'withdrew an approval of',
};

const WITH_DETAILS = new Set(['open', 'update', 'merge']);

export function mergeRequestTopic(project: string, { iid, title }: Numbered, request: WebhookRequest): string {
  const hasTitle = request.parameter(USE_TITLE)?.toLowerCase() !== 'false';
  return numberedTopic(project, { kind: 'MR', number: iid, title: hasTitle ? title : '' });
}

function describeMergeRequest({ body, action, request }: GitlabEvent): GitlabMessage {
  const payload = readPayload(MergeRequestPayload, body);
  const { iid, title, url, description, sourceBranch, targetBranch, oldrev, assignee } = payload.objectAttributes;
  const object = numberedLink({ kind: 'MR', number: iid, title, url }, request.hasOwnTopic);
  const hasDetails = WITH_DETAILS.has(action) && oldrev === undefined;
  const branches = hasDetails ? betweenBranches(sourceBranch, targetBranch) : '';
  const assignees = assigneesOf(payload);
  return {
    topic: mergeRequestTopic(projectOf(payload).name, payload.objectAttributes, request),
    content: actionContent({
      actor: plain(nameOf(payload.user)),
      verb: oldrev === undefined ? (VERBS[action] ?? action) : 'updated with new commits',
      object: `${object} ${branches}`.trim(),
      details: [hasDetails ? assignedTo(assignees.length > 0 ? assignees : assigneesOf({ assignee } as Assigned)) : ''],
      body: hasDetails && action !== 'merge' ? withoutComments(description) : undefined,
    }),
  };
}

export const MERGE_REQUEST_EVENTS: Readonly<Record<string, EventKind>> = {
  'Merge Request': { objectKind: 'merge_request', actions: Object.keys(VERBS), describe: describeMergeRequest },
};
