import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import { bullet, inWords, lines, timeOf } from '../../incoming-webhooks/text/phrases.js';
import { amountOf } from './stripe.amount.js';
import { changesOf } from './stripe.changes.js';
import { dashboard, idLink, objectLink } from './stripe.link.js';
import type { Data, Item, StripeObject } from './stripe.payload.js';

export interface Message {
  /** Otherwise the id of the customer. */
  readonly topic?: string;
  readonly content: string;
}

/** `event`: the last part of the type, for example `created`. */
export type MessageOf = (data: Data, event: string) => Message;

/** By the type without its last part. */
export const MESSAGES = new Map<string, MessageOf>([
  ['account', (data) => ({ topic: 'account updates', content: `Account updated:${changesOf(data)}` })],
  ['charge', ({ object }, event) => ({ topic: object.customer ?? 'charges', content: charge(object, event) })],
  ['charge.dispute', ({ object }, event) => ({ topic: 'disputes', content: dispute(object, event) })],
  ['charge.refund', ({ object }, event) => ({ topic: 'refunds', content: refund(object, event) })],
  ['customer', (data, event) => ({ ...topicOf(data.object.id), content: customer(data, event) })],
  ['customer.discount', ({ object }, event) => ({ content: discount(object, event) })],
  ['customer.source', (data, event) => ({ content: generic(data, event) })],
  ['customer.subscription', (data, event) => ({ content: subscription(data, event) })],
  ['file', (data, event) => ({ topic: 'files', content: file(data, event) })],
  ['invoice', (data, event) => ({ content: invoice(data, event) })],
  ['invoiceitem', (data, event) => ({ content: invoiceItem(data, event) })],
]);

const topicOf = (topic: string | undefined) => (topic === undefined ? {} : { topic });

/** The object and the event; an update with its changes. */
function generic(data: Data, event: string, ignored: readonly string[] = []): string {
  return `${objectLink(data.object)} ${inWords(event)}${event === 'updated' ? changesOf(data, ignored) : ''}`;
}

function charge(object: StripeObject, event: string): string {
  const amount = amountOf(object.amount, object.currency);
  const code = object.failureCode ? `. Failure code: ${inWords(object.failureCode)}` : '';
  return `${objectLink(object)}${amount ? ` for ${amount}` : ''} ${inWords(event)}${code}`;
}

function dispute(object: StripeObject, event: string): string {
  const amount = amountOf(object.amount, object.currency);
  const reason = object.reason ? ` (${inWords(object.reason)})` : '';
  const status = object.status ? `. Current status: ${inWords(object.status)}` : '';
  return `${objectLink(object)}${amount ? ` of ${amount}` : ''} ${inWords(event)}${reason}${status}.`;
}

function refund(object: StripeObject, event: string): string {
  const amount = amountOf(object.amount, object.currency);
  return `${objectLink(object)} of the ${idLink(object.charge, 'charge')}${amount ? ` for ${amount}` : ''} ${inWords(event)}.`;
}

function customer(data: Data, event: string): string {
  const text = generic(data, event, ['delinquent', 'currency', 'default_source']);
  const { email, metadata = new Map() } = data.object;
  if (event !== 'created') return text;
  const entries = [...metadata].map(([name, value]) => bullet(plain(name), plain(value)));
  return lines(text, bullet('Email', email && plain(email)), ...entries);
}

function discount({ coupon }: StripeObject, event: string): string {
  if (coupon === undefined) return `Discount ${inWords(event)}`;
  const percent = coupon.percentOffPrecise ?? coupon.percentOff;
  const off = percent ? `${plain(percent)}%` : amountOf(coupon.amountOff, coupon.currency);
  const name = link(coupon.name ?? coupon.id ?? 'coupon', coupon.id && dashboard('coupons', coupon.id));
  return `Discount ${inWords(event)}: ${name}${off ? ` (${off} off)` : ''}`;
}

function subscription(data: Data, event: string): string {
  const { items, trialEnd } = data.object;
  const text = generic(data, event);
  if (event === 'trial_will_end' && trialEnd !== undefined) return `${text} at ${secondsOf(trialEnd)}`;
  if (event !== 'created') return text;
  const products = data.object.plan ? [data.object] : (items?.data ?? []);
  return lines(text, ...products.flatMap(product));
}

function product({ plan, price, quantity }: Item): (string | undefined)[] {
  const { id, nickname } = plan ?? price ?? {};
  const name = (nickname ?? id) && link(nickname ?? id ?? '', id && dashboard('plans', id));
  return [bullet('Plan', name), bullet('Quantity', quantity && plain(quantity))];
}

const secondsOf = (seconds: number): string =>
  seconds > 0 && seconds < 253_402_300_799 ? timeOf(seconds * 1_000) : 'an unknown time';

function file(data: Data, event: string): string {
  const { purpose, title, filename } = data.object;
  const text = `${generic(data, event)}${purpose ? ` (${inWords(purpose)})` : ''}`;
  const name = title ?? filename;
  return lines(text, bullet('Title', name && plain(name)));
}

function invoice(data: Data, event: string): string {
  if (event === 'upcoming') return 'Upcoming invoice created';
  const { billingReason, total, amountDue, currency } = data.object;
  const text = generic(data, event);
  if (event === 'updated') return text;
  const reason = billingReason ? ` (${inWords(billingReason)})` : '';
  return lines(
    text + reason,
    bullet('Total', amountOf(total, currency)),
    bullet('Amount due', amountOf(amountDue, currency)),
  );
}

function invoiceItem(data: Data, event: string): string {
  const text = generic(data, event, ['description', 'invoice']);
  const amount = event === 'created' ? amountOf(data.object.amount, data.object.currency) : undefined;
  return amount ? `${text} for ${amount}` : text;
}
