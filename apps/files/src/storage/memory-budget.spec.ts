import { expect, it } from '@jest/globals';
import { MemoryBudget } from './memory-budget.js';

it('tasks start in order as memory becomes free, and a large one gets all of it', async () => {
  const budget = new MemoryBudget(10);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const use = (name: string, bytes: number) =>
    budget.use(bytes, () => {
      started.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  const end = async (name: string, task: Promise<void>) => {
    ends.get(name)?.();
    await task;
  };

  const [one, two] = [use('one', 6), use('two', 6)];
  const [three, large] = [use('three', 4), use('large', 50)];
  await Promise.resolve();
  expect(started).toEqual(['one']);

  await end('one', one);
  expect(started).toEqual(['one', 'two', 'three']);

  await end('two', two);
  expect(started).toHaveLength(3);
  await end('three', three);
  expect(started).toEqual(['one', 'two', 'three', 'large']);
  await end('large', large);
});

it('a task that fails gives its memory back', async () => {
  const budget = new MemoryBudget(1);

  await expect(budget.use(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');

  expect(await budget.use(1, async () => 'done')).toBe('done');
});
