import { hashLink } from '../../incoming-webhooks/git/commits.js';
import { withEmoji } from '../../incoming-webhooks/git/states.js';
import { Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { code, link, plain } from '../../incoming-webhooks/text/markdown.js';
import { withQuote } from '../../incoming-webhooks/text/phrases.js';
import { Payload, repositoryOf, senderOf } from './github.payload.js';
import type { EventKind, GithubEvent, GithubMessage } from './github-event.js';

class CheckRun {
  @Text({ required: true }) name!: string;
  @Text({ required: true }) headSha!: string;
  @Text() htmlUrl?: string;
  @Text() status?: string;
  @Text() conclusion?: string;
}

class CheckRunPayload extends Payload {
  @Obj(() => CheckRun, { required: true }) checkRun!: CheckRun;
}

class StatusCommit {
  @Text() htmlUrl?: string;
}

class StatusPayload extends Payload {
  @Text({ required: true }) sha!: string;
  @Text({ required: true }) state!: string;
  @Text() targetUrl?: string;
  @Text() context?: string;
  @Text() description?: string;
  @Obj(() => StatusCommit) commit?: StatusCommit;
}

class Deployment {
  @Text({ required: true }) environment!: string;
  @Text() ref?: string;
  @Text() sha?: string;
  @Text() description?: string;
}

class DeploymentPayload extends Payload {
  @Obj(() => Deployment, { required: true }) deployment!: Deployment;
}

class DeploymentStatus {
  @Text({ required: true }) state!: string;
  @Text() description?: string;
  @Text() targetUrl?: string;
}

class DeploymentStatusPayload extends DeploymentPayload {
  @Obj(() => DeploymentStatus, { required: true }) deploymentStatus!: DeploymentStatus;
}

class BuildError {
  @Text() message?: string;
}

class Build {
  @Text({ required: true }) status!: string;
  @Obj(() => BuildError) error?: BuildError;
}

class PageBuildPayload extends Payload {
  @Obj(() => Build, { required: true }) build!: Build;
}

function describeCheckRun({ body, action }: GithubEvent): GithubMessage | null {
  const payload = readPayload(CheckRunPayload, body);
  const { name, htmlUrl, headSha, status, conclusion = 'unknown' } = payload.checkRun;
  if (status !== 'completed') return null;
  const repository = repositoryOf(payload);
  const commitUrl = repository.htmlUrl && `${repository.htmlUrl}/commit/${headSha}`;
  const happened = action === 'completed' ? 'completed' : `${action.replaceAll('_', ' ')}, completed`;
  return {
    topic: `${repository.name} / checks`,
    content:
      `Check ${link(name, htmlUrl)} ${plain(happened)} (${withEmoji(conclusion, plain(conclusion))}) ` +
      `for commit ${hashLink(headSha, commitUrl)}.`,
  };
}

function describeStatus({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(StatusPayload, body);
  const { sha, state, targetUrl, context, description, commit } = payload;
  const about = [context, description].filter((text) => text?.trim()).map((text) => plain(text as string));
  const details = about.length === 0 ? '' : ` (${about.join(': ')})`;
  return {
    topic: repositoryOf(payload).name,
    content: `${hashLink(sha, commit?.htmlUrl)} changed its status to ${withEmoji(state, link(state, targetUrl))}${details}.`,
  };
}

const deploymentTopic = (payload: DeploymentPayload): string =>
  `${repositoryOf(payload).name} / Deployment on ${payload.deployment.environment}`;

function describeDeployment({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(DeploymentPayload, body);
  const { environment, ref, description } = payload.deployment;
  const of = ref ? ` of ${code(ref)}` : '';
  return {
    topic: deploymentTopic(payload),
    content: withQuote(`${plain(senderOf(payload))} created a deployment${of} on ${plain(environment)}`, description),
  };
}

function describeDeploymentStatus({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(DeploymentStatusPayload, body);
  const { ref, environment } = payload.deployment;
  const { state, targetUrl, description } = payload.deploymentStatus;
  const of = ref ? ` of ${code(ref)}` : '';
  return {
    topic: deploymentTopic(payload),
    content: withQuote(
      `The deployment${of} on ${plain(environment)} changed its status to ${withEmoji(state, link(state, targetUrl))}`,
      description,
    ),
  };
}

const BUILD_STATES: Readonly<Record<string, string>> = {
  built: 'has finished',
  errored: 'has failed',
  building: 'is running',
};

function describePageBuild({ body }: GithubEvent): GithubMessage {
  const payload = readPayload(PageBuildPayload, body);
  const { status, error } = payload.build;
  const state = Object.hasOwn(BUILD_STATES, status) ? BUILD_STATES[status] : `is ${plain(status)}`;
  const sentence = `The build of GitHub Pages that ${plain(senderOf(payload))} triggered ${withEmoji(status, state)}`;
  return { topic: repositoryOf(payload).name, content: withQuote(sentence, error?.message) };
}

export const CHECK_EVENTS: Readonly<Record<string, EventKind>> = {
  check_run: { actions: ['created', 'completed', 'rerequested', 'requested_action'], describe: describeCheckRun },
  status: { describe: describeStatus },
  deployment: { describe: describeDeployment },
  deployment_status: { describe: describeDeploymentStatus },
  page_build: { describe: describePageBuild },
};
