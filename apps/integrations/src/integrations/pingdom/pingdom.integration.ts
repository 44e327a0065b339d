import type { Integration } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { plain } from '../../incoming-webhooks/text/markdown.js';
import { BAD, bold, GOOD, inWords, withQuote } from '../../incoming-webhooks/text/phrases.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { StateChange } from './pingdom.payload.js';

/** The others explain a failure in their short description. */
const WITH_LONG_DESCRIPTION = new Set(['HTTP', 'HTTP_CUSTOM', 'HTTPS', 'IMAP']);
const OTHERS = ['SMTP', 'POP3', 'PING', 'DNS', 'UDP', 'PORT_TCP', 'TRANSACTION'];
const CHECK_TYPES = [...WITH_LONG_DESCRIPTION, ...OTHERS];

/** The second one is of transaction checks; otherwise they are UP and SUCCESS. */
const BAD_STATES = new Set(['DOWN', 'FAILING']);

export default {
  name: 'pingdom',
  displayName: 'Pingdom',
  eventTypes: CHECK_TYPES,
  verification: { kind: 'bearer' },
  messagesOf({ body, hasOwnTopic }) {
    const change = readPayload(StateChange, body);
    if (!CHECK_TYPES.includes(change.checkType)) throw unsupportedEvent('pingdom', change.checkType);
    const host = change.checkParams?.hostname ?? change.checkName;
    const isDown = BAD_STATES.has(change.currentState);
    const name = hasOwnTopic ? `${plain(change.checkName)}, ` : '';
    const sentence = `${name}${plain(host)}: the ${inWords(change.checkType)} check changed from ${bold(change.previousState)} to ${isDown ? BAD : GOOD} ${bold(change.currentState)}`;
    return [
      {
        topic: `${change.checkName} status.`,
        content: withQuote(sentence, isDown ? reasonOf(change) : undefined),
        eventType: change.checkType,
      },
    ];
  },
} satisfies Integration;

function reasonOf({ checkType, longDescription, description }: StateChange): string | undefined {
  return WITH_LONG_DESCRIPTION.has(checkType) ? longDescription || description : description || longDescription;
}
