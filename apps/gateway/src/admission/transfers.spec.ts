import { describe, expect, it } from '@jest/globals';
import { Transfers } from './transfers.js';

describe('Transfers', () => {
  it('has the oldest give way when there are too many bytes, and no more of them than needed', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    const begin = (name: string, bytes: number) => transfers.begin(bytes, name, () => gone.push(name));
    begin('a', 40);
    const second = begin('b', 40);
    begin('c', 40);
    expect([gone, transfers.bytes]).toEqual([['a'], 80]);

    transfers.end(second);
    transfers.end(second);
    begin('d', 60);

    expect([gone, transfers.bytes, transfers.count]).toEqual([['a'], 100, 2]);
  });

  it('lets one through that is too large by itself, after all others', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    transfers.begin(10, 'a', () => gone.push('small'));

    transfers.begin(200, 'b', () => gone.push('large'));
    expect(gone).toEqual(['small']);

    transfers.begin(1, 'c', () => gone.push('next'));
    expect([gone, transfers.bytes]).toEqual([['small', 'large'], 1]);
  });

  it('has whoever takes most of the room give way before others, however new that is', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    const begin = (owner: string, name: string, bytes: number) => transfers.begin(bytes, owner, () => gone.push(name));
    begin('modest', 'modest 1', 20);
    begin('greedy', 'greedy 1', 40);
    begin('greedy', 'greedy 2', 40);

    begin('greedy', 'greedy 3', 40);
    begin('modest', 'modest 2', 10);

    expect([gone, transfers.bytes]).toEqual([['greedy 1', 'greedy 2'], 70]);
  });
});
