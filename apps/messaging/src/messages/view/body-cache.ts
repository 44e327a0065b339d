import type { MessageBody } from './message-body.js';

/** Memory of an entry without its texts: objects, numbers, the map. Measured: 257 bytes. */
const ENTRY_BYTES = 300;

/**
 * Bodies of messages that were shown lately, within a number of bytes. Holds nothing that could be out of date: a body is found by
 * its message and version only, and what a version says never changes.
 *
 * Two generations, so that finding an entry need not reorder anything: what is found in the older one moves into the younger,
 * and the older one goes as a whole when the younger is half of all.
 */
export class BodyCache {
  private young = new Map<number, MessageBody>();
  private old = new Map<number, MessageBody>();
  private youngBytes = 0;
  private oldBytes = 0;
  private serverStart = 0;

  constructor(private readonly maxBytes: number) {}

  /** The body of this version, if it is here. */
  find(messageId: number, isHtml: boolean, version: string): MessageBody | undefined {
    const key = keyOf(messageId, isHtml);
    let body = this.young.get(key);
    if (body === undefined) {
      body = this.old.get(key);
      if (body !== undefined) this.putYoung(key, body);
    }
    return body?.version === version ? body : undefined;
  }

  /** Keeps a body that was read when versions were of this run of the server. */
  put(body: MessageBody, isHtml: boolean, serverStart: number): void {
    if (serverStart === this.serverStart) this.putYoung(keyOf(body.id, isHtml), body);
  }

  /**
   * Which run of the database server the next versions are of. Another one may number its transactions as this one did, after it
   * was restored from a backup or took over with less than the former had: it begins with nothing.
   */
  enter(serverStart: number): void {
    if (serverStart === this.serverStart) return;
    this.serverStart = serverStart;
    this.young = new Map();
    this.old = new Map();
    this.youngBytes = 0;
    this.oldBytes = 0;
  }

  /** As estimated. */
  get bytes(): number {
    return this.youngBytes + this.oldBytes;
  }

  private putYoung(key: number, body: MessageBody): void {
    const before = this.young.get(key);
    if (before) this.youngBytes -= bytesOf(before);
    const moved = this.old.get(key);
    if (moved) {
      this.oldBytes -= bytesOf(moved);
      this.old.delete(key);
    }
    this.young.set(key, body);
    this.youngBytes += bytesOf(body);
    if (this.youngBytes <= this.maxBytes / 2) return;
    this.old = this.young;
    this.oldBytes = this.youngBytes;
    this.young = new Map();
    this.youngBytes = 0;
  }
}

const keyOf = (messageId: number, isHtml: boolean): number => messageId * 2 + (isHtml ? 1 : 0);

const bytesOf = (body: MessageBody): number =>
  ENTRY_BYTES +
  textBytes(body.text) +
  textBytes(body.topic) +
  textBytes(body.editHistory ?? '') +
  8 * (body.mentionedUserIds.length + body.alertWordUserIds.length + (body.participantIds?.length ?? 0));

/** Never too little: V8 keeps a text with any letter beyond Latin-1 as two bytes for each. */
const textBytes = (text: string): number => (Buffer.byteLength(text) === text.length ? text.length : 2 * text.length);
