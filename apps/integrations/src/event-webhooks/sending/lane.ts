import type { DueDelivery } from '../deliveries.repository.js';
import type { WebhookEntity } from '../webhook.entity.js';

export interface Lane {
  webhook: WebhookEntity;
  readonly inFlight: Set<number>;
  /** Deliveries that were read and wait for room. */
  waiting: readonly DueDelivery[];
  /** Time before the deliveries were read. */
  readAtMs: number;
  /** Position in the log at which the owner was active. */
  ownerActiveAt: string | undefined;
  secrets: readonly string[];
  isReading: boolean;
  mayHaveMore: boolean;
  /** Whether the last request succeeded. False before the first one. */
  isProven: boolean;
  /** Beginning and last sign of the latest flood of events, which holds the deliveries back. */
  floodBeganMs: number;
  floodSeenMs: number;
}

export const newLane = (webhook: WebhookEntity): Lane => ({
  webhook,
  inFlight: new Set(),
  waiting: [],
  readAtMs: 0,
  ownerActiveAt: undefined,
  secrets: [],
  isReading: false,
  mayHaveMore: true,
  isProven: false,
  floodBeganMs: Number.NEGATIVE_INFINITY,
  floodSeenMs: Number.NEGATIVE_INFINITY,
});
