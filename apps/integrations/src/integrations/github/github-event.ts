import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';

/** An event on its way to a message. */
export interface GithubEvent {
  readonly body: unknown;
  /** `action` of the payload; empty for events without actions. */
  readonly action: string;
  readonly request: WebhookRequest;
}

export interface GithubMessage {
  readonly topic: string;
  readonly content: string;
}

/** The message of an event, or null if it is of no interest. */
export type Describe = (event: GithubEvent) => GithubMessage | null;

/** Events of one name in `X-GitHub-Event`. */
export interface EventKind {
  /** Actions with a message. Absent for events that have one action only, or none. */
  readonly actions?: readonly string[];
  /** Actions without a message; all others are unknown. `rest`: all others. */
  readonly ignored?: readonly string[] | 'rest';
  readonly describe: Describe;
}
