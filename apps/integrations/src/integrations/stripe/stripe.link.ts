import { link, plain } from '../../incoming-webhooks/text/markdown.js';
import type { StripeObject } from './stripe.payload.js';

interface Kind {
  readonly name: string;
  /** In the dashboard; some objects have no page. */
  readonly path?: string;
}

/** Kinds of objects by the start of their ids. */
const KINDS = new Map<string, Kind>([
  ['acct', { name: 'Account', path: 'connect/accounts' }],
  ['ba', { name: 'Bank account' }],
  ['card', { name: 'Card' }],
  ['ch', { name: 'Charge', path: 'charges' }],
  ['cus', { name: 'Customer', path: 'customers' }],
  ['dp', { name: 'Dispute', path: 'disputes' }],
  ['du', { name: 'Dispute', path: 'disputes' }],
  ['file', { name: 'File', path: 'files' }],
  ['ii', { name: 'Invoice item', path: 'invoiceitems' }],
  ['in', { name: 'Invoice', path: 'invoices' }],
  ['pi', { name: 'Payment', path: 'payments' }],
  ['pm', { name: 'Payment method' }],
  ['py', { name: 'Payment', path: 'payments' }],
  ['pyr', { name: 'Refund', path: 'refunds' }],
  ['re', { name: 'Refund', path: 'refunds' }],
  ['src', { name: 'Source' }],
  ['sub', { name: 'Subscription', path: 'subscriptions' }],
]);

/** The object as a link to the dashboard: `[Charge](…)`. */
export function objectLink({ id, object }: StripeObject): string {
  const name = (object ?? 'object').replace(/_/g, ' ');
  return idLink(id, name.charAt(0).toUpperCase() + name.slice(1));
}

export function idLink(id: string | undefined, otherwise: string): string {
  const kind = KINDS.get(id?.split('_', 1)[0] ?? '');
  const name = kind?.name ?? otherwise;
  if (id === undefined) return plain(name);
  return kind?.path ? link(name, dashboard(kind.path, id)) : plain(`${name} ${id}`);
}

/** For messages without the topic of the customer. */
export const customerLink = ({ customer }: StripeObject): string =>
  `Customer: ${link(customer ?? '', customer && dashboard('customers', customer))}`;

export const dashboard = (path: string, id: string): string =>
  `https://dashboard.stripe.com/${path}/${encodeURIComponent(id)}`;
