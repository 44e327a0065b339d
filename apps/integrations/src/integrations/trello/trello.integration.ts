import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { ACTIONS, nameOf } from './trello.messages.js';
import { TrelloEvent } from './trello.payload.js';
import { isSignedByTrello } from './trello.signature.js';

const IGNORED = new Set(['copyCard', 'createCheckItem', 'updateCheckItem', 'updateList']);

export default {
  name: 'trello',
  displayName: 'Trello',
  eventTypes: [...ACTIONS.keys()],
  verification: {
    kind: 'own',
    headers: ['x-trello-webhook'],
    description: 'HMAC-SHA1 of body and address with the secret of the Trello application, as Base64.',
    verify: isSignedByTrello,
  },
  deliveryIdOf: ({ body }) => readPayload(TrelloEvent, body).action.id,
  messagesOf({ body, hasOwnTopic }) {
    const event = readPayload(TrelloEvent, body);
    const { type, data, memberCreator } = event.action;
    if (IGNORED.has(type)) return [];
    const describe = ACTIONS.get(type);
    if (describe === undefined) throw unsupportedEvent('trello', type);
    const topic = data.board?.name ?? event.model?.name;
    if (topic === undefined) throw new MismatchedPayload('board');
    const text = describe(event);
    if (text === undefined) return [];
    const board = hasOwnTopic ? `${plain(topic)}: ` : '';
    return [{ topic, content: `${board}${nameOf(memberCreator)} ${text}`, eventType: type }];
  },
} satisfies Integration;
