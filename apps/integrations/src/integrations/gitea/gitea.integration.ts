import { BRANCHES } from '../../incoming-webhooks/git/branches.js';
import { GOGS_EVENT_TYPES, gogsMessages } from '../../incoming-webhooks/git/gogs-events.js';
import type { Integration } from '../../incoming-webhooks/integration.js';
import { missingEventHeader } from '../../incoming-webhooks/webhook-errors.js';

export default {
  name: 'gitea',
  aliases: ['forgejo'],
  displayName: 'Gitea, Forgejo',
  eventTypes: GOGS_EVENT_TYPES,
  parameters: [BRANCHES],
  body: 'json-or-form',
  headers: ['x-gitea-event', 'x-forgejo-event'],
  verification: {
    kind: 'hmac',
    headers: ['x-forgejo-signature', 'x-gitea-signature'],
    algorithm: 'sha256',
    encoding: 'hex',
    formField: 'payload',
  },
  deliveryIdHeaders: ['x-forgejo-delivery', 'x-gitea-delivery'],
  messagesOf(request) {
    const event = request.header('x-forgejo-event') ?? request.header('x-gitea-event');
    if (event === undefined) throw missingEventHeader('X-Gitea-Event');
    return gogsMessages('gitea', event, request);
  },
} satisfies Integration;
