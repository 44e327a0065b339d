import { createHmac, randomUUID } from 'node:crypto';
import type { ApiUser } from './api-user.js';

const REPOSITORY = 'https://api.github.com/repos/quay-works/harbor';
/** GitHub gives the address of each part of a repository and a user: most of the body. */
const PARTS = [
  ...[
    'forks',
    'keys',
    'collaborators',
    'teams',
    'hooks',
    'events',
    'assignees',
    'branches',
    'tags',
    'blobs',
    'git_tags',
  ],
  ...['git_refs', 'trees', 'statuses', 'languages', 'stargazers', 'contributors', 'subscribers', 'subscription'],
  ...['commits', 'git_commits', 'comments', 'issue_comments', 'contents', 'compare', 'merges', 'archive', 'downloads'],
  ...['issues', 'pulls', 'milestones', 'notifications', 'labels', 'releases', 'deployments'],
];
/** Of the body. In the examples of GitHub such pushes have one commit. */
const BYTES = 8_000;

/** Requests of GitHub for one push of 8 KB, each as a delivery of its own. */
export class GithubPushes {
  private readonly body = Buffer.from(JSON.stringify(push()));
  private readonly head: string;

  /** `secret`: of the bot; without it the requests are not signed. */
  constructor(bot: ApiUser, streamId: number, secret?: string) {
    const signature = secret && createHmac('sha256', secret).update(this.body).digest('hex');
    const headers = {
      Host: bot.host,
      'User-Agent': 'GitHub-Hookshot/bench',
      'Content-Type': 'application/json',
      'Content-Length': this.body.length,
      'X-GitHub-Event': 'push',
      ...(signature && { 'X-Hub-Signature-256': `sha256=${signature}` }),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const address = `/api/v1/external/github?api_key=${bot.apiKey}&stream=${streamId}`;
    this.head = `POST ${address} HTTP/1.1\r\n${lines.join('')}`;
  }

  next(): Buffer {
    return Buffer.concat([Buffer.from(`${this.head}X-GitHub-Delivery: ${randomUUID()}\r\n\r\n`), this.body]);
  }
}

function push() {
  const author = { name: 'Ana Lima', email: 'ana@example.com', username: 'ana-lima' };
  const id = 'b'.repeat(40);
  const commit = {
    id,
    tree_id: 'c'.repeat(40),
    distinct: true,
    message: 'Repair the gate\n\nIt did not close with the tide.',
    timestamp: '2026-11-26T09:30:00Z',
    url: `https://github.com/quay-works/harbor/commit/${id}`,
    author,
    committer: author,
    added: ['src/gates/sluice.ts'],
    removed: [],
    modified: ['src/gates/index.ts', 'README.md'],
  };
  const payload = {
    ref: 'refs/heads/main',
    before: 'a'.repeat(40),
    after: id,
    compare: 'https://github.com/quay-works/harbor/compare/aaaaaaaaaaaa...bbbbbbbbbbbb',
    created: false,
    deleted: false,
    forced: false,
    commits: [commit],
    head_commit: commit,
    pusher: author,
    sender: { login: 'ana-lima', id: 101, url: 'https://api.github.com/users/ana-lima', type: 'User' },
    repository: {
      id: 7_001,
      name: 'harbor',
      full_name: 'quay-works/harbor',
      html_url: 'https://github.com/quay-works/harbor',
      default_branch: 'main',
      owner: { login: 'quay-works', id: 55, type: 'Organization' },
      ...Object.fromEntries(PARTS.map((part) => [`${part}_url`, `${REPOSITORY}/${part}{/id}`])),
      description: '',
    },
  };
  payload.repository.description = 'x'.repeat(Math.max(0, BYTES - JSON.stringify(payload).length));
  return payload;
}
