import { missingParameter } from '@chat/contracts';
import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import type { WebhookRequest } from '../../incoming-webhooks/webhook-request.js';
import { Ticket } from './zendesk.payload.js';
import { isSignedByZendesk } from './zendesk.signature.js';

export default {
  name: 'zendesk',
  displayName: 'Zendesk',
  eventTypes: [],
  parameters: [
    { name: 'ticket_title', description: 'Title of the ticket, usually a field of the form.' },
    { name: 'ticket_id', description: 'Number of the ticket, usually a field of the form.' },
    { name: 'message', description: 'Markdown of the message, usually a field of the form.' },
  ],
  body: 'form',
  verification: {
    kind: 'own',
    headers: ['x-zendesk-webhook-signature', 'x-zendesk-webhook-signature-timestamp'],
    description: 'HMAC-SHA256 of time and body with the signing secret of the webhook in Zendesk, as Base64.',
    verify: isSignedByZendesk,
  },
  // Equal in all attempts of an invocation.
  deliveryIdHeaders: ['x-zendesk-webhook-invocation-id'],
  messagesOf(request) {
    const ticket = readPayload(Ticket, request.body);
    const id = required(request, 'ticket_id', ticket.ticketId);
    const title = required(request, 'ticket_title', ticket.ticketTitle);
    return [{ topic: `#${id}: ${title}`, content: required(request, 'message', ticket.message) }];
  },
} satisfies Integration;

function required(request: WebhookRequest, name: string, field: string | undefined): string {
  const value = field || request.parameter(name);
  if (!value) throw missingParameter(name);
  return value;
}
