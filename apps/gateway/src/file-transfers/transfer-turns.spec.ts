import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { BYTES_PER_TURN, CALM_MS, GIVE_WAY_MS, TransferTurns } from './transfer-turns.js';

const CHUNK = Buffer.alloc(64 * 1024);
const STREAMS = 16;
const CHUNKS = 50;

/** Moves chunks that are all there at once. `onChunk` is called for each that passes. */
const move = (turns: TransferTurns, chunks: readonly Buffer[], onChunk: (chunk: Buffer) => void = () => {}) =>
  pipeline(
    Readable.from(chunks),
    turns.stream(),
    new Writable({
      write: (chunk, _, done) => {
        onChunk(chunk);
        done();
      },
    }),
  );

describe('transfers in turns', () => {
  it('let the event loop look at other connections after few bytes, and move alike', async () => {
    const turns = new TransferTurns();
    const moved = Array.from({ length: STREAMS }, () => 0);
    let movedInTurn = 0;
    let most = 0;
    let isOver = false;
    let largestLead = 0;
    const look = (): void => {
      most = Math.max(most, movedInTurn);
      movedInTurn = 0;
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    await Promise.all(
      moved.map((_, index) =>
        move(
          turns,
          Array.from({ length: CHUNKS }, () => CHUNK),
          () => {
            movedInTurn += CHUNK.length;
            moved[index] = (moved[index] ?? 0) + 1;
            largestLead = Math.max(largestLead, Math.max(...moved) - Math.min(...moved));
          },
        ),
      ),
    );
    isOver = true;

    expect(moved).toEqual(Array.from({ length: STREAMS }, () => CHUNKS));
    // `look` may run before or after the turn of the same iteration.
    expect(most).toBeLessThanOrEqual(2 * BYTES_PER_TURN);
    expect(largestLead).toBeLessThanOrEqual(3);
  });

  it('pause between turns until no call was in flight for a time', async () => {
    const turns = new TransferTurns();
    let lastCallMs = CALM_MS - 1;
    turns.giveWayTo({ hadOthersWithin: (ms) => lastCallMs < ms });
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(BYTES_PER_TURN));
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const pausesOf = async (moving: () => Promise<void>): Promise<number> => {
      timers.mockClear();
      await moving();
      return timers.mock.calls.filter(([, ms]) => ms === GIVE_WAY_MS).length;
    };

    expect(await pausesOf(() => move(turns, chunks))).toBe(chunks.length);
    lastCallMs = CALM_MS;
    expect(await pausesOf(() => move(turns, chunks))).toBe(0);
    timers.mockRestore();
  });

  it('change no byte', async () => {
    const chunks = Array.from({ length: 20 }, (_, index) => Buffer.alloc(BYTES_PER_TURN, index));
    const arrived: Buffer[] = [];
    await move(new TransferTurns(), chunks, (chunk) => arrived.push(chunk));

    // `toEqual` takes seconds for megabytes.
    expect(Buffer.concat(arrived).equals(Buffer.concat(chunks))).toBe(true);
  });

  it('go on after one that breaks off while it waits', async () => {
    const turns = new TransferTurns();
    const broken = turns.stream();
    const moving = move(
      turns,
      Array.from({ length: CHUNKS }, () => CHUNK),
    );
    for (let sent = 0; sent < 4; sent++) broken.write(CHUNK);
    broken.destroy();

    await moving;
    let rest = 0;
    await move(turns, [CHUNK, CHUNK], (chunk) => (rest += chunk.length));
    expect(rest).toBe(2 * CHUNK.length);
  });
});
