import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bold, FAILURE, inWords, lines, SUCCESS, WAITING } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { Analysis, type Condition, type QualityGate } from './sonarqube.payload.js';

const RESULTS = new Map([
  ['OK', `passed its quality gate ${SUCCESS}`],
  ['WARN', `passed its quality gate with warnings ${WAITING}`],
  ['ERROR', `failed its quality gate ${FAILURE}`],
  ['NONE', 'has no quality gate'],
]);

const WITHOUT_RESULT = new Map([
  ['SUCCESS', `was analysed successfully ${SUCCESS}`],
  ['FAILED', `could not be analysed: the task failed ${FAILURE}`],
  ['CANCELLED', 'was not analysed: the task was cancelled'],
]);

const OPERATORS = new Map([
  ['GREATER_THAN', 'greater than'],
  ['LESS_THAN', 'less than'],
  ['EQUALS', 'equal to'],
  ['NOT_EQUALS', 'not equal to'],
]);

export default {
  name: 'sonarqube',
  displayName: 'SonarQube',
  eventTypes: [...WITHOUT_RESULT.keys()],
  verification: {
    kind: 'hmac',
    headers: ['x-sonar-webhook-hmac-sha256'],
    algorithm: 'sha256',
    encoding: 'hex',
  },
  deliveryIdOf: ({ body }) => readPayload(Analysis, body).taskId,
  messagesOf({ body }) {
    const { status, project, branch, qualityGate } = readPayload(Analysis, body);
    if (!WITHOUT_RESULT.has(status)) throw unsupportedEvent('sonarqube', status);
    const where = link(project.key, branch?.url ?? project.url);
    const onBranch = branch?.name ? ` on branch ${plain(branch.name)}` : '';
    const result = RESULTS.get(qualityGate?.status ?? '') ?? WITHOUT_RESULT.get(status);
    const topic = branch?.name ? `${project.key} / ${branch.name}` : project.key;
    const content = lines(`Project ${where}${onBranch} ${result}`, ...(qualityGate ? conditionsOf(qualityGate) : []));
    return [{ topic, content, eventType: status }];
  },
} satisfies Integration;

/** The failed conditions come first. */
function conditionsOf({ conditions = [] }: QualityGate): string[] {
  const failed = conditions.filter(({ status }) => status === 'ERROR');
  const others = conditions.filter(({ status }) => status !== 'ERROR');
  return [...failed, ...others].map(describe);
}

function describe({ metric, status, value, operator, errorThreshold }: Condition): string {
  const start = `* ${inWords(metric ?? 'condition')}: ${bold(inWords(status ?? 'unknown').toLowerCase())}`;
  if (value === undefined) return start;
  const comparison = errorThreshold && OPERATORS.get(operator ?? '');
  const limit = comparison ? `, fails if ${comparison} ${plain(errorThreshold)}` : '';
  return `${start} (${plain(value)}${limit})`;
}
