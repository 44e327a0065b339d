import { describe, expect, it } from '@jest/globals';
import { Transfers } from './transfers.js';

describe('Transfers', () => {
  it('has the oldest give way when there are too many bytes, and no more of them than needed', () => {
    const transfers = new Transfers(100);
    const gone: string[] = [];
    const begin = (name: string, bytes: number) => transfers.begin(bytes, () => gone.push(name));
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
    transfers.begin(10, () => gone.push('small'));

    transfers.begin(200, () => gone.push('large'));
    expect(gone).toEqual(['small']);

    transfers.begin(1, () => gone.push('next'));
    expect([gone, transfers.bytes]).toEqual([['small', 'large'], 1]);
  });
});
