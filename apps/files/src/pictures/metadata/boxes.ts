import { UnknownStructure } from './pieces.js';

/** Length and type. */
export const BOX_HEAD_BYTES = 8;
const MAX_BOXES = 10_000;

/** A part of an ISO base media file. */
export interface Box {
  readonly type: string;
  /** Start of the box in the bytes that contain it. */
  readonly from: number;
  /** Where its content begins. */
  readonly content: number;
  readonly to: number;
}

/** The box at the beginning of `head`. Throws if it does not end at `end` or before. */
export function boxIn(head: Buffer, from: number, end: number): Box {
  if (head.length < BOX_HEAD_BYTES) throw new UnknownStructure('A box without head.');
  const type = head.toString('latin1', 4, BOX_HEAD_BYTES);
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < 16) throw new UnknownStructure('A box without length.');
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - from : short;
  const content = from + (isLong ? 16 : BOX_HEAD_BYTES);
  if (from + length > end || from + length < content) throw new UnknownStructure('A box of an impossible length.');
  return { type, from, content, to: from + length };
}

/** The boxes of a part of `bytes`, one after the other. */
export function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let from = start; from < end; ) {
    const box = boxIn(bytes.subarray(from, Math.min(from + 16, end)), from, end);
    if (boxes.push(box) > MAX_BOXES) throw new UnknownStructure('Too many boxes.');
    from = box.to;
  }
  return boxes;
}

/** Makes free space of a box, so that the places of all others stay. */
export function freeBox(bytes: Buffer, { from, content, to }: Box): void {
  bytes.write('free', from + 4, 'latin1');
  bytes.fill(0, content, to);
}
