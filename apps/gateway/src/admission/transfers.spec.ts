import { describe, expect, it } from '@jest/globals';
import { Transfers } from './transfers.js';

describe('Transfers', () => {
  it('ends the oldest transfers beyond the limit, and no more than needed', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    const begin = (name: string, bytes: number) => transfers.begin(bytes, name, () => gone.push(name));
    begin('a', 40);
    const second = begin('b', 40);
    begin('c', 40);
    expect([gone, transfers.bytes]).toEqual([['a'], 80]);

    second.end();
    second.end();
    begin('d', 60);

    expect([gone, transfers.bytes, transfers.count]).toEqual([['a'], 100, 2]);
  });

  it('accepts a transfer that alone exceeds the limit, after ending all others', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    transfers.begin(10, 'a', () => gone.push('small'));

    transfers.begin(200, 'b', () => gone.push('large'));
    expect(gone).toEqual(['small']);

    transfers.begin(1, 'c', () => gone.push('next'));
    expect([gone, transfers.bytes]).toEqual([['small', 'large'], 1]);
  });

  it('ends the transfers of an owner with most of the bytes first, even newer ones', () => {
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
