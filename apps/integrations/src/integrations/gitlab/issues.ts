import { actionContent, assignedTo, numberedLink, numberedTopic } from '../../incoming-webhooks/git/actions.js';
import { hashLink } from '../../incoming-webhooks/git/commits.js';
import { MismatchedPayload, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { Assigned, assigneesOf, Numbered, nameOf, Payload, projectOf, withoutComments } from './gitlab.payload.js';
import type { EventKind, GitlabEvent, GitlabMessage } from './gitlab-event.js';
import { mergeRequestTopic } from './merge-requests.js';

class IssuePayload extends Assigned {
  @Obj(() => Numbered, { required: true }) objectAttributes!: Numbered;
}

class Note {
  @Text() url?: string;
  @Text() note?: string;
  /** Since GitLab 16.11: `create` or `update`. */
  @Text() action?: string;
}

class Commit {
  @Text({ required: true }) id!: string;
  @Text() url?: string;
}

class Snippet {
  @Text({ required: true }) id!: string;
  @Text({ required: true }) title!: string;
}

class NotePayload extends Payload {
  @Obj(() => Note, { required: true }) objectAttributes!: Note;
  @Obj(() => Commit) commit?: Commit;
  @Obj(() => Numbered) issue?: Numbered;
  @Obj(() => Numbered) mergeRequest?: Numbered;
  @Obj(() => Snippet) snippet?: Snippet;
}

const VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  update: 'updated',
  close: 'closed',
  reopen: 'reopened',
};

function describeIssue({ body, action, request }: GitlabEvent): GitlabMessage {
  const payload = readPayload(IssuePayload, body);
  const { iid, title, url, description } = payload.objectAttributes;
  const issue = { kind: 'issue', number: iid, title, url };
  return {
    topic: numberedTopic(projectOf(payload).name, issue),
    content: actionContent({
      actor: plain(nameOf(payload.user)),
      verb: VERBS[action] ?? action,
      object: numberedLink(issue, request.hasOwnTopic),
      details: [action === 'open' ? assignedTo(assigneesOf(payload)) : ''],
      body: action === 'open' ? withoutComments(description) : undefined,
    }),
  };
}

interface Target {
  readonly topic: string;
  /** Markdown. */
  readonly object: string;
}

/** The object that a note is about. Its page is that of the note without the anchor. */
const TARGETS: Readonly<
  Record<string, (payload: NotePayload, event: GitlabEvent, page?: string) => Target | undefined>
> = {
  Commit: (payload) =>
    payload.commit && {
      topic: projectOf(payload).name,
      object: hashLink(payload.commit.id, payload.commit.url),
    },
  Issue: (payload, { request }, url) => {
    if (payload.issue === undefined) return undefined;
    const issue = { kind: 'issue', number: payload.issue.iid, title: payload.issue.title, url };
    return {
      topic: numberedTopic(projectOf(payload).name, issue),
      object: numberedLink(issue, request.hasOwnTopic),
    };
  },
  MergeRequest: (payload, { request }, url) => {
    if (payload.mergeRequest === undefined) return undefined;
    const { iid, title } = payload.mergeRequest;
    return {
      topic: mergeRequestTopic(projectOf(payload).name, payload.mergeRequest, request),
      object: numberedLink({ kind: 'MR', number: iid, title, url }, request.hasOwnTopic),
    };
  },
  Snippet: (payload, { request }, url) => {
    if (payload.snippet === undefined) return undefined;
    const snippet = { kind: 'snippet', number: payload.snippet.id, title: payload.snippet.title, url };
    return {
      topic: numberedTopic(projectOf(payload).name, snippet),
      object: numberedLink(snippet, request.hasOwnTopic),
    };
  },
};

function describeNote(event: GitlabEvent): GitlabMessage {
  const payload = readPayload(NotePayload, event.body);
  const { url, note, action } = payload.objectAttributes;
  const target = TARGETS[event.action]?.(payload, event, url?.split('#', 1)[0]);
  if (target === undefined) throw new MismatchedPayload(event.action);
  return {
    topic: target.topic,
    content: actionContent({
      actor: plain(nameOf(payload.user)),
      verb: action === 'update' ? `edited a ${link('comment', url)} on` : `${link('commented', url)} on`,
      object: target.object,
      body: note,
    }),
  };
}

export const ISSUE_EVENTS: Readonly<Record<string, EventKind>> = {
  Issue: { objectKind: 'issue', actions: Object.keys(VERBS), describe: describeIssue },
  Note: { objectKind: 'note', actions: Object.keys(TARGETS), describe: describeNote },
};
