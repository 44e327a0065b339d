import { endpoint } from '../kit/endpoint.js';
import { Role } from '../roles.js';
import {
  IntegrationDescriptions,
  MAX_WEBHOOK_BYTES,
  PreviewedWebhook,
  PreviewParameters,
  ReceivedWebhook,
  WebhookAddress,
} from './incoming-webhooks.schema.js';

/**
 * The event of another service: sends its messages, if it has any. Effect: MessageSent for each message.
 */
export const receiveWebhook = endpoint('POST /external/{integration}', {
  pattern: 'gateway.incoming_webhooks.receive',
  incomingWebhooks: 'allowed',
  webhook: { body: '{"status":"done"}' },
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  summary: 'Receive an event of another service',
  description:
    'Credentials are the API key in the query, or Basic credentials. The body is the payload of the service. A success means that the messages are stored, or that the event has none. HEAD gets an empty success, or 404 for an unknown integration.',
  errorStatuses: [404],
  parameters: WebhookAddress,
  example: { integration: 'json', stream: 'design' },
  response: ReceivedWebhook,
  timeoutMs: 20_000,
});

/** The integrations in the order of their names. */
export const listIntegrations = endpoint('GET /integrations', {
  pattern: 'integrations.incoming_webhooks.list',
  summary: 'List the services that may post events',
  response: IntegrationDescriptions,
});

/**
 * Renders the templates of a bot, or others, for a payload. For its owner and administrators. Errors (BAD_REQUEST): "No such bot",
 * "Insufficient permission". INVALID_TEMPLATE names line and column. INVALID_JSON for the payload.
 */
export const previewWebhook = endpoint('POST /bots/{bot_id}/preview', {
  pattern: 'integrations.templates.preview',
  minimumRole: Role.Member,
  bots: 'refused',
  summary: 'Preview the message of a payload',
  parameters: PreviewParameters,
  example: { payload: '{"status":"done"}', contentTemplate: 'It is {{ payload.status }}.' },
  response: PreviewedWebhook,
});
