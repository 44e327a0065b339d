import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TypingNotifier } from './typing-notifier.js';

describe('typing notifications', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const start = () => {
    const sent: string[] = [];
    return { sent, notifier: new TypingNotifier((op) => sent.push(op)) };
  };

  it('say once that the reader types, and again after a while', () => {
    const { sent, notifier } = start();
    for (let key = 0; key < 12; key++) {
      notifier.typed();
      jest.advanceTimersByTime(1_000);
    }
    expect(sent).toEqual(['start', 'start']);
  });

  it('say that it ended: after a silence, or when the text was sent', () => {
    const { sent, notifier } = start();
    notifier.typed();
    jest.advanceTimersByTime(5_000);
    notifier.stop();
    expect(sent).toEqual(['start', 'stop']);
    notifier.typed();
    notifier.stop();
    expect(sent).toEqual(['start', 'stop', 'start', 'stop']);
  });
});
