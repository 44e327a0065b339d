import { describe, expect, it } from '@jest/globals';
import { Attention } from './attention.js';

function attention(isFocused = true) {
  const read: number[] = [];
  return { read, reader: new Attention((ids) => read.push(...ids), isFocused) };
}

describe('messages that a reader has seen', () => {
  it('are those in sight when a view is opened', () => {
    const { read, reader } = attention();

    reader.inSight([1, 2]);

    expect(read).toEqual([1, 2]);
  });

  it('later arrivals need an act of the reader', () => {
    const { read, reader } = attention();
    reader.inSight([1]);

    reader.inSight([2]);
    expect(read).toEqual([1]);
    reader.act();

    expect(read).toEqual([1, 2]);
  });

  it('an act marks only messages that are still in sight', () => {
    const { read, reader } = attention();
    reader.inSight([1]);
    reader.inSight([2, 3]);
    reader.inSight([3]);

    reader.act();

    expect(read).toEqual([1, 3]);
  });

  it('a window without focus marks nothing until it has the focus again', () => {
    const { read, reader } = attention(false);
    reader.inSight([1]);
    reader.act();
    expect(read).toEqual([]);

    reader.focus(true);

    expect(read).toEqual([1]);
  });

  it('a window that loses the focus stops', () => {
    const { read, reader } = attention();
    reader.inSight([1]);
    reader.focus(false);
    reader.inSight([2]);

    reader.act();

    expect(read).toEqual([1]);
  });

  it('nothing is marked after messages were marked as unread', () => {
    const { read, reader } = attention();
    reader.stop();

    reader.inSight([1]);
    reader.act();
    reader.focus(true);

    expect(read).toEqual([]);
  });
});
