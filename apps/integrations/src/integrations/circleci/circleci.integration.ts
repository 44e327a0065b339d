import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { hasV1Signature } from '../../incoming-webhooks/signatures/digest.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { boldLink, FAILURE, inWords, present, SUCCESS, WAITING } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { triggerOf } from './circleci.commit.js';
import { CircleEvent, Notification } from './circleci.payload.js';

const TEST = 'ping';

const RESULTS = new Map([
  ['success', `${SUCCESS} has succeeded`],
  ['failed', `${FAILURE} has failed`],
  ['error', `${FAILURE} ended with an error`],
  ['unauthorized', `${FAILURE} was unauthorized`],
  ['canceled', ':stop_sign: was canceled'],
]);

export default {
  name: 'circleci',
  displayName: 'CircleCI',
  eventTypes: ['workflow-completed', 'job-completed', TEST],
  verification: {
    kind: 'own',
    headers: ['circleci-signature'],
    description: 'HMAC-SHA256 of the body in hex after `v1=`.',
    verify: (request, secret) => hasV1Signature(request.header('circleci-signature'), secret, request.rawBody),
  },
  deliveryIdOf: ({ body }) => readPayload(Notification, body).id,
  messagesOf({ body, hasOwnTopic }) {
    const { type } = readPayload(Notification, body);
    if (type === TEST) return [{ topic: 'CircleCI', content: 'The CircleCI webhook is set up.', eventType: TEST }];
    const event = readPayload(CircleEvent, body);
    const project = hasOwnTopic ? `${plain(event.project.name)}: ` : '';
    const parts = present([project + subjectOf(event), event.pipeline && triggerOf(event.pipeline)]);
    const content = parts.join('\n\n');
    return [{ topic: event.project.name, content, eventType: event.type }];
  },
} satisfies Integration;

function subjectOf(event: CircleEvent): string {
  const { type, pipeline, workflow, job } = event;
  const ofPipeline = pipeline?.number ? ` of pipeline #${pipeline.number}` : '';
  if (type === 'workflow-completed') {
    return `Workflow ${boldLink(workflow.name ?? '?', workflow.url)}${ofPipeline} ${resultOf(workflow.status)}.`;
  }
  if (type !== 'job-completed') throw unsupportedEvent('circleci', type);
  if (job === undefined) throw new MismatchedPayload('job');
  const name = [job.name, job.number && `(#${job.number})`].filter(Boolean).join(' ') || '?';
  return `Job ${boldLink(name, jobAddress(event))}${ofPipeline} ${resultOf(job.status)}.`;
}

function jobAddress({ project, pipeline, workflow, job }: CircleEvent): string | undefined {
  if (!project.slug || !pipeline?.number || !workflow.id || !job?.number) return undefined;
  const path = [...project.slug.split('/'), pipeline.number, 'workflows', workflow.id, 'jobs', job.number];
  return `https://app.circleci.com/pipelines/${path.map(encodeURIComponent).join('/')}`;
}

const resultOf = (status = 'completed'): string => RESULTS.get(status) ?? `${WAITING} is now ${inWords(status)}`;
