import { endpoint } from '../kit/endpoint.js';
import {
  IntegrationDescriptions,
  MAX_WEBHOOK_BYTES,
  ReceivedWebhook,
  WebhookAddress,
} from './incoming-webhooks.schema.js';

/**
 * The event of another service: sends its messages, if it has any. Effect: MessageSent for each message.
 */
export const receiveWebhook = endpoint({
  pattern: 'gateway.incoming_webhooks.receive',
  route: 'POST /external/{integration}',
  incomingWebhooks: 'allowed',
  webhook: { body: '{"status":"done"}' },
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  summary: 'Receive an event of another service',
  description:
    'Credentials are the API key in the query, or Basic credentials. The body is the payload of the service. A success means that the messages are stored, or that the event has none. HEAD gets an empty success.',
  errorStatuses: [404],
  parameters: WebhookAddress,
  example: { integration: 'json', stream: 'design' },
  response: ReceivedWebhook,
  timeoutMs: 20_000,
});

/** The integrations in the order of their names. */
export const listIntegrations = endpoint({
  pattern: 'integrations.incoming_webhooks.list',
  route: 'GET /integrations',
  summary: 'List the services that may post events',
  response: IntegrationDescriptions,
});
