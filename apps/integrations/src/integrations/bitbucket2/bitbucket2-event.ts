import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';

export interface BitbucketMessage {
  readonly topic: string;
  readonly content: string;
}

/** The messages of an event; none if it is of no interest. */
export type Describe = (request: WebhookRequest) => BitbucketMessage[];
