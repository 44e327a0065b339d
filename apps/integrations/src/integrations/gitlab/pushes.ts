import { branchTopic } from '../../incoming-webhooks/git/actions.js';
import { isOfInterest, shortRef } from '../../incoming-webhooks/git/branches.js';
import { type Commit, existing } from '../../incoming-webhooks/git/commits.js';
import { createdBranch, deletedBranch, pushContent, pushedTag } from '../../incoming-webhooks/git/push.js';
import { commitOf, PushedCommit } from '../../incoming-webhooks/git/pushed-commit.js';
import { List, Num, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { nameOf, Payload, pageOf, projectOf } from './gitlab.payload.js';
import type { EventKind, GitlabEvent, GitlabMessage } from './gitlab-event.js';

class PushPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() before?: string;
  @Text() after?: string;
  @Text() userName?: string;
  @Text() userUsername?: string;
  @List(() => PushedCommit) commits?: PushedCommit[];
  @Num() totalCommitsCount?: number;
}

class WikiPage {
  @Text({ required: true }) title!: string;
  @Text() url?: string;
  @Text() message?: string;
}

class WikiPayload extends Payload {
  @Obj(() => WikiPage, { required: true }) objectAttributes!: WikiPage;
}

const actorOf = ({ userName, userUsername }: PushPayload): string =>
  nameOf({ ...(userName && { name: userName }), ...(userUsername && { username: userUsername }) });

function describePush({ body, request }: GitlabEvent): GitlabMessage | null {
  const payload = readPayload(PushPayload, body);
  const branch = shortRef(payload.ref);
  if (!isOfInterest(branch, request)) return null;
  return { topic: branchTopic(projectOf(payload).name, branch), content: branchContent(payload, branch) };
}

function branchContent(payload: PushPayload, branch: string): string {
  const { before, after, commits = [], totalCommitsCount } = payload;
  const actor = actorOf(payload);
  const page = pageOf(projectOf(payload));
  const head = existing(after);
  if (after !== undefined && head === undefined) return deletedBranch(actor, branch);
  const isNew = before !== undefined && existing(before) === undefined;
  const compareUrl = page && before && after ? `${page}/-/compare/${before}...${after}` : undefined;
  const branchUrl = page && `${page}/-/tree/${encodeURI(branch)}`;
  if (isNew && commits.length === 0)
    return createdBranch({ actor, branch, url: branchUrl, head: commitAt(page, head) });
  return pushContent({
    actor,
    branch,
    // There is no state before to compare with.
    compareUrl: isNew ? branchUrl : compareUrl,
    total: totalCommitsCount,
    head: commitAt(page, head),
    commits: commits.map(commitOf),
  });
}

const commitAt = (page: string | undefined, hash: string | undefined): Commit | undefined =>
  hash === undefined ? undefined : { hash, url: page && `${page}/-/commit/${hash}` };

function describeTag({ body }: GitlabEvent): GitlabMessage {
  const payload = readPayload(PushPayload, body);
  const project = projectOf(payload);
  const page = pageOf(project);
  const tag = shortRef(payload.ref);
  const isDeleted = payload.after !== undefined && existing(payload.after) === undefined;
  return {
    topic: project.name,
    content: pushedTag(actorOf(payload), tag, page && `${page}/-/tags/${encodeURI(tag)}`, isDeleted),
  };
}

const WIKI_VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'updated', delete: 'deleted' };

function describeWiki({ body, action }: GitlabEvent): GitlabMessage {
  const payload = readPayload(WikiPayload, body);
  const { title, url, message } = payload.objectAttributes;
  const details = message?.trim() ? ` (${plain(message)})` : '';
  return {
    topic: projectOf(payload).name,
    content: `${plain(nameOf(payload.user))} ${WIKI_VERBS[action]} the wiki page ${link(title, url)}${details}.`,
  };
}

export const PUSH_EVENTS: Readonly<Record<string, EventKind>> = {
  Push: { objectKind: 'push', describe: describePush },
  'Tag Push': { objectKind: 'tag_push', describe: describeTag },
  'Wiki Page': { objectKind: 'wiki_page', actions: Object.keys(WIKI_VERBS), describe: describeWiki },
};
