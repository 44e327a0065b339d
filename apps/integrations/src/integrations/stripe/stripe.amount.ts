import { plain } from '../../incoming-webhooks/text/markdown.js';

const WITHOUT_MINOR_UNITS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** An amount with its currency: `12.50 EUR`. Absent without both. */
export function amountOf(amount: number | undefined, currency: string | undefined): string | undefined {
  if (amount === undefined || !currency) return undefined;
  const isMinor = !WITHOUT_MINOR_UNITS.has(currency.toLowerCase());
  return `${isMinor ? (amount / 100).toFixed(2) : amount} ${plain(currency.toUpperCase())}`;
}
