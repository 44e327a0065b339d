import { branchTopic } from '../../incoming-webhooks/git/actions.js';
import { shortRef } from '../../incoming-webhooks/git/branches.js';
import { withEmoji } from '../../incoming-webhooks/git/states.js';
import { List, Obj, readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { inWords } from '../../incoming-webhooks/text/phrases.js';
import { Payload, pageOf, projectOf } from './gitlab.payload.js';
import type { EventKind, GitlabEvent, GitlabMessage } from './gitlab-event.js';

class ArtifactsFile {
  @Text() filename?: string;
}

class Job {
  @Text() id?: string;
  @Text({ required: true }) name!: string;
  @Text() stage?: string;
  @Text() status?: string;
  @Obj(() => ArtifactsFile) artifactsFile?: ArtifactsFile;
}

class Pipeline {
  @Text({ required: true }) id!: string;
  @Text({ required: true }) status!: string;
  @Text() ref?: string;
  @Text() url?: string;
}

class PipelinePayload extends Payload {
  @Obj(() => Pipeline, { required: true }) objectAttributes!: Pipeline;
  @List(() => Job) builds?: Job[];
}

class JobPayload extends Payload {
  @Text({ required: true }) ref!: string;
  @Text() buildId?: string;
  @Text({ required: true }) buildName!: string;
  @Text({ required: true }) buildStage!: string;
  @Text({ required: true }) buildStatus!: string;
}

/** A long pipeline has hundreds of jobs. */
const SHOWN_JOBS = 50;

const jobUrl = (page: string | undefined, id: string | undefined): string | undefined =>
  page && id && `${page}/-/jobs/${id}`;

function describePipeline({ body }: GitlabEvent): GitlabMessage {
  const payload = readPayload(PipelinePayload, body);
  const { objectAttributes: pipeline, builds = [] } = payload;
  const project = projectOf(payload);
  const page = pageOf(project);
  const url = pipeline.url ?? (page && `${page}/-/pipelines/${pipeline.id}`);
  const state = withEmoji(pipeline.status, inWords(pipeline.status));
  const sentence = `${link(`Pipeline #${pipeline.id}`, url)} changed its status to ${state}`;
  const jobs = builds.slice(0, SHOWN_JOBS).flatMap((job) => jobLines(job, page));
  const others = builds.length > SHOWN_JOBS ? [`* and ${builds.length - SHOWN_JOBS} more jobs`] : [];
  return {
    topic: branchTopic(project.name, shortRef(pipeline.ref ?? '')),
    content: jobs.length === 0 ? `${sentence}.` : [`${sentence} with jobs:`, ...jobs, ...others].join('\n'),
  };
}

function jobLines({ id, name, stage, status = 'unknown', artifactsFile }: Job, page: string | undefined): string[] {
  const url = jobUrl(page, id);
  const ofStage = stage ? ` (${plain(stage)})` : '';
  const lines = [`* ${link(name, url)}${ofStage}: ${withEmoji(status, inWords(status))}`];
  const file = artifactsFile?.filename;
  if (file) lines.push(`  * artifacts: ${link(file, url && `${url}/artifacts/download`)}`);
  return lines;
}

const STATES: Readonly<Record<string, string>> = {
  created: 'was created',
  pending: 'is pending',
  running: 'has started',
  success: 'was successful',
  failed: 'has failed',
  canceled: 'was canceled',
};

/** Old versions of GitLab call a job a build. */
function describeJob({ body, hook }: GitlabEvent): GitlabMessage {
  const payload = readPayload(JobPayload, body);
  const { buildId, buildName, buildStage, buildStatus, ref } = payload;
  const project = payload.repository ?? projectOf(payload);
  const state = (Object.hasOwn(STATES, buildStatus) && STATES[buildStatus]) || `is ${inWords(buildStatus)}`;
  const noun = hook === 'Build' ? 'Build' : 'Job';
  return {
    topic: branchTopic(project.name, shortRef(ref)),
    content: `${noun} ${link(buildName, jobUrl(pageOf(project), buildId))} of the stage ${plain(buildStage)} ${withEmoji(buildStatus, state)}.`,
  };
}

export const PIPELINE_EVENTS: Readonly<Record<string, EventKind>> = {
  Pipeline: { objectKind: 'pipeline', describe: describePipeline },
  Job: { objectKind: 'build', describe: describeJob },
  Build: { objectKind: 'build', describe: describeJob },
};
