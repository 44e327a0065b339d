import { Any, MismatchedPayload, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { Payload, repositoryOf, senderOf, Team, User } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';

class MemberPayload extends Payload {
  @Obj(() => User, { required: true }) member!: User;
}

class MembershipPayload extends MemberPayload {
  @Text() scope?: string;
  @Obj(() => Team, { required: true }) team!: Team;
}

class FormerText {
  @Text() from?: string;
}

class TeamChanges {
  @Obj(() => FormerText) name?: FormerText;
}

class TeamPayload extends Payload {
  @Obj(() => Team, { required: true }) team!: Team;
  @Obj(() => TeamChanges) changes?: TeamChanges;
  /** The keys name the changes. */
  @Any({ key: 'changes' }) changedParts?: unknown;
}

const MEMBER_ACTIONS: Readonly<Record<string, (member: string, target: string) => string>> = {
  added: (member, target) => `added ${member} to ${target}`,
  removed: (member, target) => `removed ${member} from ${target}`,
  edited: (member, target) => `edited the permissions of ${member} for ${target}`,
};

function describeMember({ body, action }: GithubEvent): GithubMessage {
  const payload = readPayload(MemberPayload, body);
  const { name, htmlUrl } = repositoryOf(payload);
  const member = link(payload.member.login, payload.member.htmlUrl);
  return {
    topic: name,
    content: `${plain(senderOf(payload))} ${MEMBER_ACTIONS[action]?.(member, link(name, htmlUrl))}.`,
  };
}

function describeMembership({ body, action }: GithubEvent): GithubMessage {
  const payload = readPayload(MembershipPayload, body);
  if (payload.organization === undefined) throw new MismatchedPayload('organization');
  const { member, team, scope = 'team' } = payload;
  const target = `the ${plain(scope)} ${link(team.name, team.htmlUrl)}`;
  return {
    topic: `${payload.organization.login} organization`,
    content: `${plain(senderOf(payload))} ${MEMBER_ACTIONS[action]?.(link(member.login, member.htmlUrl), target)}.`,
  };
}

function describeTeam({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(TeamPayload, body);
  const topic = `team ${payload.team.name}`;
  const changes = sentencesOf(payload);
  if (changes.length > 0) return { topic, content: changes.join('\n\n') };
  const keys = Object.keys(payload.changedParts ?? {}).sort();
  const content = `${actorOf(payload)} changed the team ${teamLink(payload)}: ${keys.map(code).join(', ') || 'no details'}.`;
  return { topic, content };
}

const actorOf = (payload: Payload): string => plain(senderOf(payload));
const teamLink = ({ team }: TeamPayload): string => link(team.name, team.htmlUrl);

function sentencesOf(payload: TeamPayload): string[] {
  const { team, changes, changedParts } = payload;
  const has = (key: string) => Object.hasOwn(changedParts ?? {}, key);
  const actor = actorOf(payload);
  const sentences: string[] = [];
  if (has('name')) {
    const former = changes?.name?.from ? ` from ${code(changes.name.from)}` : '';
    sentences.push(`${actor} renamed the team${former} to ${teamLink(payload)}.`);
  }
  if (has('privacy')) {
    sentences.push(
      `${actor} changed the visibility of the team ${teamLink(payload)} to ${code(team.privacy ?? 'unknown')}.`,
    );
  }
  if (has('description')) {
    sentences.push(withQuote(`${actor} changed the description of the team ${teamLink(payload)}`, team.description));
  }
  return sentences;
}

function describeTeamAdd({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(TeamPayload, body);
  const { name, htmlUrl } = repositoryOf(payload);
  const content = `${actorOf(payload)} added the repository ${link(name, htmlUrl)} to the team ${teamLink(payload)}.`;
  return { topic: name, content };
}

export const MEMBER_EVENTS: Readonly<Record<string, EventKind>> = {
  member: { actions: ['added', 'edited', 'removed'], describe: describeMember },
  membership: { actions: ['added', 'removed'], describe: describeMembership },
  team: {
    actions: ['edited'],
    ignored: ['added_to_repository', 'created', 'deleted', 'removed_from_repository'],
    describe: describeTeam,
  },
  team_add: { describe: describeTeamAdd },
};
