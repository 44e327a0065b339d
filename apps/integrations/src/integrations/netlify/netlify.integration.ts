import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { FAILURE, SUCCESS, WAITING, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { missingEventHeader, unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { Deploy } from './netlify.payload.js';
import { isSignedByNetlify } from './netlify.signature.js';

const EVENTS = new Map([
  ['deploy_created', { emoji: SUCCESS, text: 'was created and is now ready' }],
  ['deploy_building', { emoji: WAITING, text: 'is now building' }],
  ['deploy_failed', { emoji: FAILURE, text: 'has failed' }],
  ['deploy_deleted', { emoji: FAILURE, text: 'was deleted' }],
  ['deploy_restored', { emoji: SUCCESS, text: 'was restored and is published again' }],
  ['deploy_request_pending', { emoji: WAITING, text: 'waits for an approval' }],
  ['deploy_request_accepted', { emoji: SUCCESS, text: 'was approved' }],
  ['deploy_request_rejected', { emoji: FAILURE, text: 'was rejected' }],
  ['deploy_locked', { emoji: ':locked:', text: 'is now locked' }],
  ['deploy_unlocked', { emoji: ':unlocked:', text: 'is now unlocked' }],
]);

export default {
  name: 'netlify',
  displayName: 'Netlify',
  eventTypes: [...EVENTS.keys()],
  headers: ['x-netlify-event'],
  verification: {
    kind: 'own',
    headers: ['x-webhook-signature'],
    description: 'JSON Web Signature with the JWS secret token of the notification, over the SHA-256 of the body.',
    verify: isSignedByNetlify,
  },
  deliveryIdOf(request) {
    const { id, state } = readPayload(Deploy, request.body);
    return id && `${id} ${state ?? ''} ${request.header('x-netlify-event') ?? ''}`;
  },
  messagesOf({ body, header }) {
    const event = header('x-netlify-event');
    if (event === undefined) throw missingEventHeader('X-Netlify-Event');
    const result = EVENTS.get(event);
    if (result === undefined) throw unsupportedEvent('netlify', event);
    const { name, url, branch, errorMessage } = readPayload(Deploy, body);
    const sentence = `${result.emoji} The deploy of ${link(name, url)} on branch ${plain(branch)} ${result.text}`;
    const content = withQuote(sentence, event === 'deploy_failed' ? errorMessage : undefined);
    return [{ topic: branch, content, eventType: event }];
  },
} satisfies Integration;
