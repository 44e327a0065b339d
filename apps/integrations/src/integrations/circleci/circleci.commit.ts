import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import type { Pipeline, TriggerParameters, Vcs } from './circleci.payload.js';

const HASH_LENGTH = 11;

const COMMIT_PATHS = new Map([
  ['github', 'commit'],
  ['bitbucket', 'commits'],
  ['gitlab', '-/commit'],
]);

/** The commit, branch and author of a pipeline. */
export function triggerOf({ vcs, triggerParameters }: Pipeline): string | undefined {
  if (vcs?.revision !== undefined) return ofRepository(vcs, vcs.revision);
  const { gitlab, githubApp, git } = triggerParameters ?? {};
  if (gitlab !== undefined) return ofTrigger(gitlab, 'gitlab');
  if (githubApp !== undefined) return ofTrigger(githubApp, 'github');
  return git && ofTrigger(git);
}

function ofRepository(vcs: Vcs, revision: string): string {
  const repository = vcs.targetRepositoryUrl ?? vcs.originRepositoryUrl;
  const address = commitAddress(repository, vcs.providerName?.toLowerCase(), revision);
  const { subject, author } = vcs.commit ?? {};
  const where = branchOf(vcs.branch, vcs.tag);
  if (vcs.commit === undefined)
    return `Started by hand at the head${where}: ${commitLink(revision, undefined, address)}.`;
  return `Triggered by ${commitLink(revision, subject, address)}${where}${byPerson(author?.name)}.`;
}

function ofTrigger(trigger: TriggerParameters, provider?: string): string | undefined {
  const { commitSha, checkoutSha, commitTitle, branch, tag, userName, userUsername, webUrl, repoUrl } = trigger;
  const revision = commitSha || checkoutSha;
  if (!revision) return undefined;
  const address = commitAddress(webUrl || repoUrl, provider, revision);
  const person = byPerson(userName || userUsername);
  return `Triggered by ${commitLink(revision, commitTitle, address)}${branchOf(branch, tag)}${person}.`;
}

const commitLink = (revision: string, subject: string | undefined, address: string | undefined): string =>
  link([revision.slice(0, HASH_LENGTH), subject].filter(Boolean).join(': '), address);

function commitAddress(repository: string | undefined, provider = '', revision: string): string | undefined {
  const path = COMMIT_PATHS.get(provider);
  return repository && path && `${repository.replace(/(?:\.git)?\/?$/, '')}/${path}/${encodeURIComponent(revision)}`;
}

function branchOf(branch: string | undefined, tag?: string): string {
  if (branch) return ` on branch ${code(branch)}`;
  return tag ? ` with the tag ${code(tag)}` : '';
}

const byPerson = (name: string | undefined): string => (name ? ` by ${plain(name)}` : '');
