import { hash } from 'node:crypto';
import type { WebhookAddress } from '@chat/contracts';
import type { OpenConfigData } from '../bots/config-data.js';
import type { Integration, WebhookMessage } from './integration.js';
import { textAtPath } from './payload/text-at-path.js';
import type { WebhookRequest } from './webhook-request.js';

interface Delivery {
  readonly integration: Integration;
  readonly webhook: WebhookRequest;
  readonly config: Pick<OpenConfigData, 'delivery_id_path'>;
  readonly address: Pick<WebhookAddress, 'stream' | 'topic'>;
  readonly messages: readonly WebhookMessage[];
}

/**
 * Key of the messages of a delivery, for their sender; undefined for a delivery without an id. An id in a header, or at the path that the
 * bot names, decides alone. Another id in the body counts with the messages and their address: services send test events with a
 * constant id, and retries in which parts of the body differ that no message shows.
 */
export function deliveryKey({ integration, webhook, config, address, messages }: Delivery): string | undefined {
  const { name, deliveryIdHeaders = [] } = integration;
  const path = config.delivery_id_path;
  const atPath = path ? textAtPath(webhook.body, path) : undefined;
  const id = atPath ?? deliveryIdHeaders.map((header) => webhook.header(header)).find(Boolean);
  if (id !== undefined) return keyOf([name, id]);
  const inBody = integration.deliveryIdOf?.(webhook);
  return inBody && keyOf([name, inBody, address.stream ?? '', address.topic ?? '', messages]);
}

const keyOf = (parts: readonly unknown[]): string => `incoming:${hash('sha256', JSON.stringify(parts), 'base64url')}`;
