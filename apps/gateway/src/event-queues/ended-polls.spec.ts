import { expect, it } from '@jest/globals';
import { EndedPolls } from './ended-polls.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

it('ended polls end in order, a few in each turn of the event loop', async () => {
  const begun: number[] = [];
  const ended = new EndedPolls<number>({ size: 16, longestMs: 60_000 }, async (poll) => {
    begun.push(poll);
  });
  for (const poll of numbers(100)) ended.add(poll);
  expect(begun).toEqual([]);

  let turns = 0;
  for (; begun.length < 100; turns++) await turn();

  expect(begun).toEqual(numbers(100));
  expect(turns).toBeGreaterThan(100 / 16);
  ended.add(100);
  for (let n = 0; n < 5; n++) await turn();
  expect(begun).toHaveLength(101);
});

it('ended polls wait for those before them, but not for long', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const endings = (longestMs: number) =>
    new EndedPolls<number>({ size: 2, longestMs }, (poll) => {
      begun.push(poll);
      return new Promise((resolve) => ends.push(resolve));
    });
  const patient = endings(60_000);
  for (const poll of numbers(4)) patient.add(poll);
  for (let n = 0; n < 20; n++) await turn();
  expect(begun).toEqual([0, 1]);
  for (const end of ends) end();
  for (let n = 0; n < 20; n++) await turn();
  expect(begun).toEqual([0, 1, 2, 3]);

  const hasty = endings(10);
  for (const poll of numbers(4)) hasty.add(poll);
  while (begun.length < 8) await turn();
  expect(begun.slice(4)).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
});
