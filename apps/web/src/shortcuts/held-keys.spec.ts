import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HeldKeys } from './held-keys.js';

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('keys pressed while a part of the page loads', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const press = (keys: HeldKeys, ...names: string[]) => names.map((key) => keys.press({ ...NO_MODIFIERS, key }));

  it('are held until the part has the focus, and typed there', () => {
    const keys = new HeldKeys();
    expect(press(keys, 'a')).toEqual([false]);
    const release = keys.hold();

    expect(press(keys, 'H', 'o', 'x', 'Backspace', 'Enter')).toEqual([true, true, true, true, true]);
    release();
    expect(press(keys, 'i')).toEqual([true]);
    expect(keys.take()).toBe('Hoi');
    expect(press(keys, 'j')).toEqual([false]);
  });

  it('are no text after Escape, and if the person goes elsewhere', () => {
    const keys = new HeldKeys();
    keys.hold();
    press(keys, 'a', 'Escape', 'b');
    expect(keys.take()).toBe('b');
    press(keys, 'c');
    keys.drop();
    expect(keys.take()).toBe('');
  });

  it('with Escape close each part that loads, and none that has come', () => {
    const keys = new HeldKeys();
    const closed: string[] = [];
    keys.hold(() => closed.push('first'))();
    const release = keys.hold(() => {
      closed.push('second');
      release();
    });

    expect(press(keys, 'Escape')).toEqual([true]);
    expect(closed).toEqual(['second']);
    expect(press(keys, 'x')).toEqual([false]);
  });

  it('act again if the part takes no focus', () => {
    const keys = new HeldKeys();
    keys.hold()();
    press(keys, 'a');
    jest.advanceTimersByTime(500);

    expect(press(keys, 'b')).toEqual([false]);
    expect(keys.take()).toBe('');
  });

  it('act again at once if the part had the focus before all of it was there', () => {
    const keys = new HeldKeys();
    const release = keys.hold();
    press(keys, 'a');
    expect(keys.take()).toBe('a');
    release();

    expect(press(keys, 'b')).toEqual([false]);
  });

  it('act again in a part without a field', () => {
    const keys = new HeldKeys();
    keys.hold()();
    press(keys, 'a');
    keys.arrive();

    expect(press(keys, 'b')).toEqual([false]);
    expect(keys.take()).toBe('');
  });

  it('act again if the part does not come', () => {
    const keys = new HeldKeys();
    keys.hold();
    jest.advanceTimersByTime(10_500);

    expect(press(keys, 'a')).toEqual([false]);
  });

  it('wait for the last of several parts', () => {
    const keys = new HeldKeys();
    const releases = [keys.hold(), keys.hold()];
    releases[0]?.();
    jest.advanceTimersByTime(500);

    expect(press(keys, 'a')).toEqual([true]);
  });

  it('with Control are not held', () => {
    const keys = new HeldKeys();
    keys.hold();
    expect(keys.press({ ...NO_MODIFIERS, ctrlKey: true, key: 'k' })).toBe(false);
  });
});
