import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import type { Repository } from './bitbucket3.payload.js';

export interface BitbucketMessage {
  readonly topic: string;
  readonly content: string;
  /** For messages in a topic of the address. */
  readonly repository?: Repository;
}

/** The messages of an event; none if it is of no interest. */
export type Describe = (request: WebhookRequest) => BitbucketMessage[];
