import { List, MismatchedPayload, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { Payload, Repository, repositoryOf, senderOf } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';

class ForkPayload extends Payload {
  @Obj(() => Repository) forkee?: Repository;
}

class Release {
  @Text() name?: string;
  @Text({ required: true }) tagName!: string;
  @Text() htmlUrl?: string;
  @Text() body?: string;
}

class ReleasePayload extends Payload {
  @Obj(() => Release, { required: true }) release!: Release;
}

class WikiPage {
  @Text() title?: string;
  @Text() htmlUrl?: string;
  @Text() action?: string;
  @Text() summary?: string;
}

class WikiPayload extends Payload {
  @List(() => WikiPage, { required: true }) pages!: WikiPage[];
}

/** "ana <text>": `text` gets the linked repository. */
const describeSentence =
  (text: (repository: string, action: string) => string) =>
  ({ body, action }: GithubEvent): GithubMessage => {
    const payload = readPayload(Payload, body);
    const { name, htmlUrl } = repositoryOf(payload);
    return { topic: name, content: `${plain(senderOf(payload))} ${text(link(name, htmlUrl), action)}.` };
  };

function describeFork({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(ForkPayload, body);
  const { name, htmlUrl } = repositoryOf(payload);
  const { forkee } = payload;
  const target = forkee ? ` to ${link(forkee.fullName ?? forkee.name, forkee.htmlUrl)}` : '';
  return { topic: name, content: `${plain(senderOf(payload))} forked ${link(name, htmlUrl)}${target}.` };
}

function describeRelease({ body, action }: GithubEvent): GithubMessage {
  const payload = readPayload(ReleasePayload, body);
  const { name, tagName, htmlUrl, body: text } = payload.release;
  const release = `${link(name || tagName, htmlUrl)} for the tag ${code(tagName)}`;
  return {
    topic: repositoryOf(payload).name,
    content: withQuote(
      `${plain(senderOf(payload))} ${action} the release ${release}`,
      action === 'published' ? text : undefined,
    ),
  };
}

function describeWiki({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(WikiPayload, body);
  const pages = payload.pages.map(({ action = 'edited', title = 'a page', htmlUrl, summary }) => {
    const details = summary ? ` (${plain(summary)})` : '';
    return `* ${plain(action)} ${link(title, htmlUrl)}${details}`;
  });
  return {
    topic: `${repositoryOf(payload).name} / wiki pages`,
    content: [`${plain(senderOf(payload))} changed the wiki:`, ...pages].join('\n'),
  };
}

/** A webhook of a repository, or of an organization. */
function describePing({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(Payload, body);
  const { repository, organization } = payload;
  const name = repository?.name ?? organization?.login;
  if (name === undefined) throw new MismatchedPayload('repository');
  const by = payload.sender ? ` by ${plain(payload.sender.login)}` : ' now';
  return {
    topic: name,
    content: `The GitHub webhook of ${link(name, repository?.htmlUrl)} is set up, configured${by}.`,
  };
}

export const REPOSITORY_EVENTS: Readonly<Record<string, EventKind>> = {
  fork: { describe: describeFork },
  public: { describe: describeSentence((repository) => `made the repository ${repository} public`) },
  repository: {
    actions: [
      ...['created', 'deleted', 'edited', 'renamed', 'transferred', 'archived', 'unarchived'],
      ...['publicized', 'privatized'],
    ],
    describe: describeSentence((repository, action) => `${action} the repository ${repository}`),
  },
  star: {
    actions: ['created', 'deleted'],
    describe: describeSentence(
      (repository, action) => `${action === 'created' ? 'starred' : 'unstarred'} the repository ${repository}`,
    ),
  },
  watch: {
    actions: ['started'],
    describe: describeSentence((repository) => `started to watch (starred) the repository ${repository}`),
  },
  release: {
    actions: ['published', 'unpublished', 'edited', 'deleted'],
    // GitHub sends these together with `published`.
    ignored: ['created', 'prereleased', 'released'],
    describe: describeRelease,
  },
  gollum: { describe: describeWiki },
  ping: { describe: describePing },
};
