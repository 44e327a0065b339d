import type { Audience, ClientEventMapping, ClientTraits, LoggedEvent, Reader } from '@chat/contracts';
import { API_KEY_PURPOSE, TextSeal } from '@chat/service-kit';

/** A client event ready to be stored: its type, and the text of its members except `id`. */
export interface EventText {
  readonly type: string;
  readonly body: string;
}

/** Texts that a mapping returned after it had read exactly `fields`, by the values of these fields. */
interface Variants {
  readonly fields: readonly string[];
  readonly texts: Map<string, readonly EventText[]>;
}

/**
 * One domain event as clients get it: the audience, and the client events of each reader and client.
 *
 * A mapping is a pure function that reads few fields of the reader and the client. This class records the fields that a call reads, and
 * uses its result for all readers and clients with equal values in them. So the mapping runs once per variant, not once per queue.
 */
export class MappedEvent {
  readonly audience: Audience;
  private readonly variants: Variants[] = [];

  constructor(
    private readonly mapping: ClientEventMapping<unknown>,
    private readonly event: LoggedEvent,
  ) {
    this.audience = mapping.audience(event.payload);
  }

  textsFor(reader: Reader, traits: ClientTraits): readonly EventText[] {
    for (const { fields, texts } of this.variants) {
      const found = texts.get(keyOf(fields, reader, traits));
      if (found) return found;
    }
    const reads = new Set<string>();
    const capabilities = recordReads(traits.capabilities, reads);
    const events = this.mapping.forClient(
      this.event.payload,
      recordReads(reader, reads),
      recordReads({ ...traits, capabilities }, reads),
      this.event,
      openSealed,
    );
    // Before `reads` is used: a mapping may return objects with getters, which read when the JSON is written.
    const texts = events.map((event) => ({ type: event.type, body: JSON.stringify(event).slice(1, -1) }));
    const fields = [...reads].sort();
    let variants = this.variants.find((other) => other.fields.join() === fields.join());
    if (!variants) {
      variants = { fields, texts: new Map() };
      this.variants.push(variants);
    }
    variants.texts.set(keyOf(fields, reader, traits), texts);
    return texts;
  }
}

/** Returns `object` as a proxy that adds the name of each field that is read to `reads`. */
function recordReads<Read extends object>(object: Read, reads: Set<string>): Read {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      // The only method tells whether the user is subscribed to a stream, so its result depends on the user.
      if (typeof value === 'function') reads.add('userId');
      else if (typeof value !== 'object' || value === null) reads.add(name as string);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The values of `fields`. The names of the fields of a reader, of traits and of capabilities differ. */
function keyOf(fields: readonly string[], reader: Reader, traits: ClientTraits): string {
  const { capabilities } = traits;
  let key = '';
  for (const field of fields) {
    const source = field in reader ? reader : field in traits ? traits : capabilities;
    key += `${source[field as keyof typeof source]} `;
  }
  return key;
}

let seal: TextSeal | undefined;

/** Opens an API key in a domain event. Returns "" for a key that was sealed under a former secret. */
export function openSealed(sealed: string): string {
  seal ??= new TextSeal(API_KEY_PURPOSE);
  return seal.openOrEmpty(Buffer.from(sealed, 'base64'));
}
