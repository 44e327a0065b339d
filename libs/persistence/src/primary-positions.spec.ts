import { describe, expect, it } from '@jest/globals';
import { PrimaryPositions } from './primary-positions.js';

function noted(...positions: number[]): PrimaryPositions {
  const primary = new PrimaryPositions();
  for (const [second, written] of positions.entries()) primary.note({ written, cluster: 'a' }, second * 1_000);
  return primary;
}

describe('the lag of a standby', () => {
  it('is unknown before the first position of the primary', () => {
    expect(noted().lagMs(100, 0)).toBeUndefined();
  });

  it('is zero if the standby has everything, however long the primary has been idle', () => {
    expect(noted(100, 100).lagMs(100, 50_000)).toBe(0);
  });

  it('begins with the first position that the standby lacks', () => {
    const primary = noted(100, 200, 300, 400);

    expect(primary.lagMs(100, 3_000)).toBe(2_000);
    expect(primary.lagMs(250, 3_000)).toBe(1_000);
    expect(primary.lagMs(50, 3_000)).toBe(3_000);
  });

  it('is not counted against a primary that lost data', () => {
    expect(noted(100, 900, 300).lagMs(300, 2_000)).toBe(0);
  });

  it('is at most a minute', () => {
    const primary = noted(...Array.from({ length: 200 }, (_, second) => second));

    expect(primary.lagMs(-1, 199_000)).toBe(60_000);
  });
});
