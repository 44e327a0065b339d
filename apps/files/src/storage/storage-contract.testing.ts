import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FileStorage, ObjectMissing } from './file-storage.js';

const MIB = 1024 * 1024;

/** An implementation under test, with an empty storage. */
interface StorageUnderTest {
  readonly storage: FileStorage;
  /** Leaves the remains of a put of a killed process. */
  leaveIncomplete(): Promise<void>;
  close(): Promise<void>;
}

/** The promises of {@link FileStorage}, which every implementation keeps. */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} as a storage`, () => {
    let tested: StorageUnderTest;
    let storage: FileStorage;
    beforeAll(async () => {
      tested = await open();
      storage = tested.storage;
    }, 120_000);
    afterAll(() => tested?.close());

    const keysBelow = async (prefix: string) => {
      const keys: string[] = [];
      for await (const { key } of storage.list(prefix)) keys.push(key);
      return keys.sort();
    };
    const textOf = async (key: string) => (await buffer(await storage.get(key))).toString();
    const put = (key: string, text = key) => storage.put(key, Readable.from([Buffer.from(text)]));

    it.each([0, 1, 100_000, 8 * MIB, 17 * MIB + 1])('stores and returns an object of %i bytes', async (size) => {
      const key = `sizes/${size}`;
      const bytes = randomBytes(size);

      expect(await storage.put(key, piecesOf(bytes))).toBe(size);

      const { modifiedAt, ...found } = (await storage.head(key)) ?? {};
      expect(found).toEqual({ key, size });
      expect(Math.abs(Date.now() - Number(modifiedAt))).toBeLessThan(60_000);
      expect(digestOf(await buffer(await storage.get(key)))).toBe(digestOf(bytes));
    });

    it('returns a range of an object', async () => {
      await put('ranges/one', '0123456789');

      const ranges = [
        { start: 0, end: 0 },
        { start: 3, end: 6 },
        { start: 9, end: 9 },
      ];
      const parts = ranges.map(async (range) => (await buffer(await storage.get('ranges/one', range))).toString());

      expect(await Promise.all(parts)).toEqual(['0', '3456', '9']);
    });

    it('has no object before its put and after its delete, which may be repeated', async () => {
      await expect(storage.get('gone/one')).rejects.toThrow(ObjectMissing);
      expect(await storage.head('gone/one')).toBeUndefined();

      await put('gone/one');
      await storage.delete('gone/one');
      await storage.delete('gone/one');

      await expect(storage.get('gone/one')).rejects.toThrow(ObjectMissing);
      expect([await storage.head('gone/one'), await keysBelow('gone/')]).toEqual([undefined, []]);
    });

    it('takes no part of a key for an object', async () => {
      await put('parts/of/one');

      await expect(storage.get('parts/of')).rejects.toThrow(ObjectMissing);
      await expect(storage.get('parts/of/one/more')).rejects.toThrow(ObjectMissing);
      expect([await storage.head('parts/of'), await storage.head('parts/of/one/more')]).toEqual([undefined, undefined]);
      await storage.delete('parts/of');
      expect(await textOf('parts/of/one')).toBe('parts/of/one');
    });

    it('lists all objects with a prefix', async () => {
      await Promise.all(['a/1', 'a/2', 'a/b/3', 'ab/4', 'ab/5', 'c/6'].map((key) => put(`list/${key}`)));

      expect(await keysBelow('list/a')).toEqual(['list/a/1', 'list/a/2', 'list/a/b/3', 'list/ab/4', 'list/ab/5']);
      expect(await keysBelow('list/a/')).toEqual(['list/a/1', 'list/a/2', 'list/a/b/3']);
      expect(await keysBelow('list/a/b/3')).toEqual(['list/a/b/3']);
      expect([await keysBelow('list/d'), await keysBelow('list/c/6/')]).toEqual([[], []]);
      expect(await keysBelow('')).toEqual(expect.arrayContaining(['list/a/1', 'list/c/6']));
    });

    it('lists those that stay while others come and go in the same folders', async () => {
      const staying = Array.from({ length: 8 }, (_, n) => `busy/${n % 4}/stays-${n}`);
      await Promise.all(staying.map((key) => put(key)));
      let isListed = false;
      const changing = [0, 1, 2].map(async (n) => {
        for (let turn = 0; !isListed; turn++) {
          const key = `busy/${turn % 6}/comes-${n}`;
          await put(key);
          await storage.delete(key);
        }
      });

      const listed = [await keysBelow('busy/'), await keysBelow('busy/')];
      isListed = true;
      await Promise.all(changing);

      for (const keys of listed) expect(keys).toEqual(expect.arrayContaining(staying));
      expect(await keysBelow('busy/')).toEqual(staying.toSorted());
    });

    it('copies an object, which then lives by itself', async () => {
      await put('copies/from');

      await storage.copy('copies/from', 'copies/to/here');
      await storage.delete('copies/from');

      expect(await textOf('copies/to/here')).toBe('copies/from');
      await expect(storage.copy('copies/from', 'copies/other')).rejects.toThrow(ObjectMissing);
      expect(await keysBelow('copies/')).toEqual(['copies/to/here']);
    });

    it.each([0, 1, 9 * MIB])('leaves nothing of a stream that fails after %i bytes', async (size) => {
      const reason = new Error('the sender left');
      const failing = Readable.from(
        (async function* () {
          yield* piecesOf(randomBytes(size));
          throw reason;
        })(),
      );

      await expect(storage.put('early/failed', failing)).rejects.toBe(reason);

      expect([failing.destroyed, await storage.head('early/failed'), await keysBelow('early/')]).toEqual([
        true,
        undefined,
        [],
      ]);
    });

    it('leaves nothing of a stream that is destroyed before its end', async () => {
      const stream = new PassThrough();
      stream.write(randomBytes(1_000));
      const storing = storage.put('early/destroyed', stream);
      stream.destroy();

      await expect(storing).rejects.toThrow();
      expect(await keysBelow('early/')).toEqual([]);
    });

    it.each([
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '../a',
      'a/../b',
      '.',
      'a/.b',
      'A',
      'ä',
      'a b',
      'a\\b',
      'a\0b',
      'a\nb',
      'a%2fb',
    ])('refuses the key %j', async (key) => {
      const stream = Readable.from([Buffer.from('x')]);

      await expect(storage.put(key, stream)).rejects.toThrow('Not a key of the storage');
      await expect(storage.get(key)).rejects.toThrow('Not a key of the storage');
      await expect(storage.head(key)).rejects.toThrow('Not a key of the storage');
      await expect(storage.delete(key)).rejects.toThrow('Not a key of the storage');
      expect(stream.destroyed).toBe(true);
    });

    it('removes the remains of killed processes that are old enough', async () => {
      await tested.leaveIncomplete();

      expect(await storage.removeIncomplete(new Date(Date.now() - 60_000))).toBe(0);
      expect(await storage.removeIncomplete(new Date(Date.now() + 60_000))).toBe(1);
      expect(await storage.removeIncomplete(new Date(Date.now() + 60_000))).toBe(0);
    });
  });
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function piecesOf(bytes: Buffer, size = 65_536): Readable {
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
}
