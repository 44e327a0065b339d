import type { ApiErrorData } from '@chat/contracts';

/*
 * A request is a line of JSON, which a text without escapes may follow. A reply is a line `<id> <kind>` followed by JSON text, so that the
 * gateway can pass a large reply on to the client without parsing it.
 */

/** One letter per field, because every request carries them. */
export interface RequestPacket {
  /** Pattern of the handler. */
  readonly p: string;
  /** Packet id, unique for the caller. */
  readonly i: number;
  /** Reply list of the caller. */
  readonly r: string;
  /** Deadline, in broker time (ms since the epoch). */
  readonly d: number;
  /** Time of sending, in broker time (ms since the epoch). */
  readonly s?: number | undefined;
  /** Realm; 0 for none. */
  readonly m: number;
  /** Request id, the same in every service that works on one client request. */
  readonly q: string;
  /** Log position that the reply must reflect, of the realm's partition. */
  readonly a?: string | undefined;
  /** W3C traceparent, if tracing is on. */
  readonly t?: string | undefined;
  /** Body: the fields of the request. */
  readonly b: unknown;
  /** Name of the field with the text after the line of JSON. */
  readonly x?: string | undefined;
}

/** Returns the request of a packet, or undefined if the packet is malformed. */
export function decodeRequest(text: string): RequestPacket | undefined {
  const lineEnd = text.indexOf('\n');
  let packet: Partial<RequestPacket> | null;
  try {
    packet = JSON.parse(lineEnd === -1 ? text : text.slice(0, lineEnd));
  } catch {
    return undefined;
  }
  if (packet === null || !isRequest(packet)) return undefined;
  const { b: fields, x: name } = packet;
  if ((lineEnd === -1) !== (name === undefined)) return undefined;
  return name === undefined ? packet : { ...packet, b: { ...(fields as object), [name]: text.slice(lineEnd + 1) } };
}

function isRequest(packet: Partial<RequestPacket>): packet is RequestPacket {
  const { p, i, r, d, s, m, q, a, t, b, x } = packet;
  const hasHead = typeof p === 'string' && typeof i === 'number' && typeof r === 'string' && typeof q === 'string';
  if (!hasHead || typeof d !== 'number' || typeof m !== 'number') return false;
  if (!isAbsentOr('number', s) || !isAbsentOr('string', a) || !isAbsentOr('string', t)) return false;
  if (!isAbsentOr('string', x)) return false;
  return p !== HOLDS_PATTERN || Array.isArray(b);
}

const isAbsentOr = (type: string, value: unknown): boolean => value === undefined || typeof value === type;

/** Text behind the pattern that identifies a packet, as `JSON.stringify` writes it. */
export const packetHead = (id: number, replyList: string): string => `"i":${id},"r":"${replyList}"`;

/** Pattern of the transport's own request: which packets with the ids `b` does the replica execute for the list `r`? */
export const HOLDS_PATTERN = 'rpc.holds';

/** JSON text, which the transport and the gateway pass on without parsing it. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Packet of a request. The text of field `x` follows the JSON, which would search it for characters to escape. */
export function encodeRequest(packet: RequestPacket): string {
  const { b: fields, x: name } = packet;
  if (name === undefined) return JSON.stringify(packet);
  const { [name]: text, ...others } = fields as Record<string, unknown>;
  return `${JSON.stringify({ ...packet, b: others })}\n${text}`;
}

/** Packet of a successful reply. A `JsonText` body stays as it is; an undefined body becomes null. */
export function encodeReply(id: number, body: unknown): string {
  return `${id} ok\n${body instanceof JsonText ? body.text : JSON.stringify(body ?? null)}`;
}

/** Packet of a failed request. The caller gets the error with its code and data. */
export function encodeErrorReply(id: number, error: ApiErrorData): string {
  return `${id} error\n${JSON.stringify(error)}`;
}

/** The head of a reply packet, and its body as unparsed JSON. The body is an error if `isOk` is false. */
export function decodeReply(packet: string): { readonly id: number; readonly isOk: boolean; readonly text: string } {
  const lineEnd = packet.indexOf('\n');
  const space = packet.indexOf(' ');
  return {
    id: Number(packet.slice(0, space)),
    isOk: packet.slice(space + 1, lineEnd) === 'ok',
    text: packet.slice(lineEnd + 1),
  };
}

const CHARACTERS_PER_MS = 5_000;
/**
 * Time that the transfer of a request may take: caller and replica write, read and parse its text, and the replica cannot renew its lease
 * meanwhile. This time is no waiting time, and the caller does not take the request for lost. A slow, busy machine transferred about 10,000
 * characters in a millisecond.
 */
export const transferMsOf = (text: string): number => text.length / CHARACTERS_PER_MS;
