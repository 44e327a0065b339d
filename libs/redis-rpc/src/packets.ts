import type { ApiErrorData } from '@chat/contracts';

/*
 * What goes through the lists. A request is one JSON text. A reply is a line `<id> <kind>` followed by JSON text, so that a
 * large answer can be passed on to the client without being parsed and written again.
 */

/** What a handler may know about a request besides its fields. */
export interface RequestHeader {
  /** Pattern: which handler. */
  readonly p: string;
  /** Packet id, unique for the caller. */
  readonly i: number;
  /** The caller's reply list. */
  readonly r: string;
  /** Deadline, in broker time (ms since the epoch). */
  readonly d: number;
  /** When it was sent, in broker time (ms since the epoch). */
  readonly s?: number | undefined;
  /** Realm that the request is about; 0 when none. */
  readonly m: number;
  /** Request id, the same in every service that works on one client request. */
  readonly q: string;
  /** Log position that the answer must reflect, of the realm's partition. */
  readonly a?: string | undefined;
  /** W3C traceparent, when tracing is on. */
  readonly t?: string | undefined;
}

/** The fields that tell a packet from all others, as `JSON.stringify` writes them behind the pattern. */
export const packetHead = (id: number, replyList: string): string => `"i":${id},"r":"${replyList}"`;

/** Pattern of the transport's own request: which of the packets with the ids `b` does the replica execute for the list `r`? */
export const HOLDS_PATTERN = 'rpc.holds';

export interface RequestPacket extends RequestHeader {
  /** The request's fields. */
  readonly b: unknown;
}

export type ReplyKind = 'ok' | 'error';

/** JSON text that is already written; the transport sends it as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

export function encodeReply(id: number, body: unknown): string {
  const text = body instanceof JsonText ? body.text : body === undefined ? 'null' : JSON.stringify(body);
  return `${id} ok\n${text}`;
}

export function encodeErrorReply(id: number, error: ApiErrorData): string {
  return `${id} error\n${JSON.stringify(error)}`;
}

export interface DecodedReply {
  readonly id: number;
  readonly kind: ReplyKind;
  readonly text: string;
}

export function decodeReply(packet: string): DecodedReply {
  const lineEnd = packet.indexOf('\n');
  const space = packet.indexOf(' ');
  return {
    id: Number(packet.slice(0, space)),
    kind: packet.slice(space + 1, lineEnd) as ReplyKind,
    text: packet.slice(lineEnd + 1),
  };
}
