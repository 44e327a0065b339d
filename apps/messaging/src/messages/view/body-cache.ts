import { LRUCache } from 'lru-cache';
import type { MessageBody } from './message-body.js';

interface CachedBody {
  readonly body: MessageBody;
  readonly serverStart: number;
}

/** Memory of an entry without its texts: objects, numbers, the map. */
const ENTRY_BYTES = 350;

/**
 * Bodies of messages that were shown lately, within a number of bytes. Cannot be out of date: a body is found by message, version and run
 * of the database server, and the text of a version never changes within a run. A server that was
 * restored from a backup, or a standby that lacked the last transactions, may number other transactions as the one before did.
 */
export class BodyCache {
  private readonly bodies: LRUCache<number, CachedBody>;

  constructor(maxBytes: number) {
    this.bodies = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ body }) => bytesOf(body) });
  }

  /** `serverStart`: start of the run that issued the version. Primary and standby are different runs. */
  find(messageId: number, isHtml: boolean, version: string, serverStart: number): MessageBody | undefined {
    const cached = this.bodies.get(keyOf(messageId, isHtml));
    return cached?.body.version === version && cached.serverStart === serverStart ? cached.body : undefined;
  }

  /** Stores a body that was read when versions were of this run. It replaces that of another run. */
  put(body: MessageBody, isHtml: boolean, serverStart: number): void {
    this.bodies.set(keyOf(body.id, isHtml), { body, serverStart });
  }

  /** Estimated. */
  get bytes(): number {
    return this.bodies.calculatedSize;
  }
}

const keyOf = (messageId: number, isHtml: boolean): number => messageId * 2 + (isHtml ? 1 : 0);

const bytesOf = (body: MessageBody): number =>
  ENTRY_BYTES +
  textBytes(body.text) +
  textBytes(body.topic) +
  textBytes(body.editHistory ?? '') +
  8 * (body.mentionedUserIds.length + body.alertWordUserIds.length + (body.participantIds?.length ?? 0));

/** Never too little: V8 stores a text with any letter beyond Latin-1 in two bytes per letter. */
const textBytes = (text: string): number => (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);
