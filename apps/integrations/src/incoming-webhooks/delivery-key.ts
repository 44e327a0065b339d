import { createHash } from 'node:crypto';

interface Delivery {
  readonly integration: string;
  readonly stream?: string | undefined;
  readonly topic?: string | undefined;
  /** The id that the sender gave it, if it gave one. */
  readonly id: string | undefined;
}

/**
 * Key of the messages of a delivery. The address is part of it: a service that posts one event to two addresses of a bot gives both the
 * same id. Without an id, only a repetition inside the system is the same delivery.
 */
export function deliveryKey({ integration, stream = '', topic = '', id }: Delivery, requestId: string): string {
  if (id === undefined) return `incoming:request:${requestId}`;
  const parts = JSON.stringify([integration, stream, topic, id]);
  return `incoming:${createHash('sha256').update(parts).digest('base64url')}`;
}
