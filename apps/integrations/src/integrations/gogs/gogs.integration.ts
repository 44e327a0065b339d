import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import { GOGS_EVENT_TYPES, gogsMessages } from '../../incoming-webhooks/git/gogs-events.js';
import type { Integration } from '../../incoming-webhooks/integration.js';
import { missingEventHeader } from '../../incoming-webhooks/webhook-errors.js';

export default {
  name: 'gogs',
  displayName: 'Gogs',
  eventTypes: GOGS_EVENT_TYPES,
  parameters: [BRANCHES],
  body: 'json-or-form',
  headers: ['x-gogs-event'],
  verification: {
    kind: 'hmac',
    headers: ['x-gogs-signature'],
    algorithm: 'sha256',
    encoding: 'hex',
    formField: 'payload',
  },
  deliveryIdHeaders: ['x-gogs-delivery'],
  messagesOf(request) {
    const event = request.header('x-gogs-event');
    if (event === undefined) throw missingEventHeader('X-Gogs-Event');
    return gogsMessages('gogs', event, request);
  },
} satisfies Integration;
