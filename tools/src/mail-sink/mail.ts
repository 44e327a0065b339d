import PostalMime, { type Address } from 'postal-mime';
import { linksIn } from './links.js';

/** A mail as `/mails.json` shows it. */
export interface Mail {
  /** Rises with every mail; it is the millisecond of its arrival unless another came in the same one. */
  readonly id: number;
  /** Seconds since 1970, UTC. */
  readonly received_at: number;
  readonly from: string;
  /** Whom it was delivered to: the addresses of the envelope, not those that the mail names. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The plain text; of a mail that has none, its HTML as it is. */
  readonly text: string;
  /** Addresses of pages in the text. */
  readonly links: readonly string[];
}

const DELIVERED_TO = 'delivered-to';

/** The mail as it is kept: with its envelope's recipients on top, as a mail server notes them. */
export function withRecipients(raw: Buffer, recipients: readonly string[]): Buffer {
  return Buffer.concat([Buffer.from(recipients.map((address) => `Delivered-To: ${address}\r\n`).join('')), raw]);
}

/** Reads a kept mail. One that cannot be taken apart is shown as it is. */
export async function readMail(id: number, raw: Buffer): Promise<Mail> {
  const parts = await parse(raw);
  return { id, received_at: Math.floor(id / 1000), ...parts, links: linksIn(parts.text) };
}

async function parse(raw: Buffer): Promise<Pick<Mail, 'from' | 'to' | 'subject' | 'text'>> {
  try {
    const { headers, from, to, subject, text, html } = await PostalMime.parse(raw);
    const deliveredTo = headers.filter(({ key }) => key === DELIVERED_TO).map(({ value }) => value);
    return {
      from: addressesOf(from === undefined ? [] : [from]).join(', '),
      to: deliveredTo.length > 0 ? deliveredTo : addressesOf(to ?? []),
      subject: subject ?? '',
      text: text ?? html ?? '',
    };
  } catch {
    return { from: '', to: [], subject: '(not a well-formed mail)', text: raw.toString() };
  }
}

function addressesOf(addresses: readonly Address[]): string[] {
  return addresses.flatMap((entry) => (entry.group === undefined ? [entry.address] : addressesOf(entry.group)));
}
