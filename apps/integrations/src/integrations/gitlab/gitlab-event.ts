import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';

/** An event on its way to a message. */
export interface GitlabEvent {
  readonly body: unknown;
  /** Key of the table of events. */
  readonly hook: string;
  /** The action, or the kind of the object that a note is about; empty for other events. */
  readonly action: string;
  readonly request: WebhookRequest;
}

export interface GitlabMessage {
  readonly topic: string;
  readonly content: string;
}

/** Events of one value of `X-Gitlab-Event`, without " Hook" in the table. */
export interface EventKind {
  /** `object_kind` of the payload. */
  readonly objectKind: string;
  /** Absent for events that have none. */
  readonly actions?: readonly string[];
  /** Null if the event is of no interest. */
  readonly describe: (event: GitlabEvent) => GitlabMessage | null;
}
