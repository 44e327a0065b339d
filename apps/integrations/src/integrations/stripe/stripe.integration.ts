import type { Integration } from '../../incoming-webhooks/integration.js';
import { MismatchedPayload, readPayload } from '../../incoming-webhooks/payload/fields.js';
import { unsupportedEvent } from '../../incoming-webhooks/webhook-errors.js';
import { hasChanges } from './stripe.changes.js';
import { customerLink } from './stripe.link.js';
import { MESSAGES } from './stripe.messages.js';
import { StripeEvent } from './stripe.payload.js';
import { isSignedByStripe } from './stripe.signature.js';

/** Events by the kind of their object. */
const EVENTS = {
  account: 'updated',
  charge: 'captured expired failed pending refunded succeeded updated',
  'charge.dispute': 'closed created funds_reinstated funds_withdrawn updated',
  'charge.refund': 'updated',
  customer: 'created deleted updated',
  'customer.discount': 'created deleted updated',
  'customer.source': 'created deleted expiring updated',
  'customer.subscription':
    'created deleted paused pending_update_applied pending_update_expired resumed trial_will_end updated',
  file: 'created',
  invoice:
    'created deleted finalization_failed finalized marked_uncollectible overdue overpaid paid payment_action_required ' +
    'payment_failed payment_succeeded sent upcoming updated voided will_be_due',
  invoiceitem: 'created deleted updated',
};

const EVENT_TYPES = Object.entries(EVENTS).flatMap(([kind, events]) =>
  events.split(' ').map((event) => `${kind}.${event}`),
);

export default {
  name: 'stripe',
  displayName: 'Stripe',
  eventTypes: EVENT_TYPES,
  verification: {
    kind: 'own',
    headers: ['stripe-signature'],
    description: 'HMAC-SHA256 of time and body in hex after `v1=`, at most 5 minutes old.',
    verify: isSignedByStripe,
  },
  deliveryIdOf: ({ body }) => readPayload(StripeEvent, body).id,
  messagesOf({ body, hasOwnTopic }) {
    const { type, data } = readPayload(StripeEvent, body);
    const messageOf = EVENT_TYPES.includes(type) ? MESSAGES.get(type.slice(0, type.lastIndexOf('.'))) : undefined;
    if (messageOf === undefined) throw unsupportedEvent('stripe', type);
    if (type === 'account.updated' && !hasChanges(data)) return [];
    const { topic = data.object.customer, content } = messageOf(data, type.slice(type.lastIndexOf('.') + 1));
    if (topic === undefined) throw new MismatchedPayload('customer');
    const isNamed = !hasOwnTopic || data.object.customer === undefined;
    return [{ topic, content: isNamed ? content : `${content}\n\n${customerLink(data.object)}`, eventType: type }];
  },
} satisfies Integration;
