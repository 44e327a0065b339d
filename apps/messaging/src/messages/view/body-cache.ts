import { LRUCache } from 'lru-cache';
import type { MessageBody } from './message-body.js';

/** Memory of an entry without its texts: objects, numbers, the map. */
const ENTRY_BYTES = 300;

/**
 * Bodies of messages that were shown lately, within a number of bytes. Cannot be out of date: a body is found by its message and
 * version only, and the text of a version never changes.
 */
export class BodyCache {
  private readonly bodies: LRUCache<number, MessageBody>;
  private serverStart = 0;

  constructor(maxBytes: number) {
    this.bodies = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  find(messageId: number, isHtml: boolean, version: string): MessageBody | undefined {
    const body = this.bodies.get(keyOf(messageId, isHtml));
    return body?.version === version ? body : undefined;
  }

  /** Stores a body that was read when versions were of this run of the server. */
  put(body: MessageBody, isHtml: boolean, serverStart: number): void {
    if (serverStart === this.serverStart) this.bodies.set(keyOf(body.id, isHtml), body);
  }

  /**
   * States the run of the database server to which the next versions belong. A server that was restored from a backup, or a standby that
   * lacked the last transactions, may number other transactions as this one did, so a new run begins with an empty cache.
   */
  enter(serverStart: number): void {
    if (serverStart === this.serverStart) return;
    this.serverStart = serverStart;
    this.bodies.clear();
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
