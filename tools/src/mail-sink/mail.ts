import PostalMime, { type Address } from 'postal-mime';

/** A mail as `/mails.json` shows it. */
export interface Mail {
  /** Rises with every mail; it is the millisecond of its arrival unless another came in the same one. */
  readonly id: number;
  /** Seconds since 1970, UTC. */
  readonly received_at: number;
  readonly from: string;
  /** The recipients of the envelope, not those in the header of the mail. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The plain text; of a mail that has none, its HTML as it is. */
  readonly text: string;
  /** Addresses of pages in the text. */
  readonly links: readonly string[];
}

const DELIVERED_TO = 'delivered-to';

/** The stored form of a mail: the recipients of its envelope precede it, as in a mail server. */
export function withRecipients(raw: Buffer, recipients: readonly string[]): Buffer {
  return Buffer.concat([Buffer.from(recipients.map((address) => `Delivered-To: ${address}\r\n`).join('')), raw]);
}

/** Parses a stored mail. The text of a malformed mail is its source. */
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

/** A part of a text: the address of a page, or the text between two addresses. */
interface TextPart {
  readonly text: string;
  readonly isLink: boolean;
}

const PAGE_ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Characters that end a sentence, not an address. */
const CLOSING = new Set('.,;:!?)]}');

/** The text in parts, in order; together they are the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(PAGE_ADDRESS)) {
    const link = withoutClosing(match[0]);
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isLink: false });
    parts.push({ text: link, isLink: true });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false });
  return parts;
}

/** The addresses of pages in a text, each once. */
export function linksIn(text: string): string[] {
  return [...new Set(textParts(text).flatMap((part) => (part.isLink ? [part.text] : [])))];
}

// A loop: the regular expression for it takes quadratic time on a long row of dots.
function withoutClosing(address: string): string {
  let end = address.length;
  while (CLOSING.has(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
