import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Integration, WebhookMessage } from '../incoming-webhooks/integration.js';
import { MismatchedPayload } from '../incoming-webhooks/payload/fields.js';
import { anomalousPayload } from '../incoming-webhooks/webhook-errors.js';
import type { WebhookRequest } from '../incoming-webhooks/webhook-request.js';

/** A recorded request of an integration, `samples/<name>.json` in its folder, and its result: one of the last three. */
export interface Sample {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly messages?: readonly WebhookMessage[];
  readonly ignored?: true;
  /** Code of the error. */
  readonly refused?: string;
}

const INTEGRATIONS = new URL('../integrations/', import.meta.url);

export function samplesOf(folder: string): ReadonlyMap<string, Sample> {
  const samples = new URL(`${folder}/samples/`, INTEGRATIONS);
  if (!existsSync(samples)) return new Map();
  const files = readdirSync(samples).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, samples), 'utf8'))]),
  );
}

/** The request of a sample, as the core passes it on. */
export function requestOf({ headers = {}, query = {}, body }: Sample): WebhookRequest {
  const inLowerCase = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    body,
    header: (name) => inLowerCase.get(name) || undefined,
    parameter: (name) => (Object.hasOwn(query, name) ? query[name] : undefined) || undefined,
    hasOwnTopic: Object.hasOwn(query, 'topic'),
  };
}

/** The messages of a sample, as the core takes them from the integration. */
export function messagesOf(integration: Integration, sample: Sample) {
  try {
    return integration.messagesOf(requestOf(sample));
  } catch (error) {
    throw error instanceof MismatchedPayload ? anomalousPayload(integration.name) : error;
  }
}
