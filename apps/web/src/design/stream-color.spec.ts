import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrast, parseHex, toOklch } from './oklch.js';
import {
  DARKEST_GROUND_OF_LIGHT,
  LIGHTEST_GROUND_OF_DARK,
  readableInDark,
  readableInLight,
  streamColor,
  TEXT_CONTRAST,
} from './stream-color.js';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

const contrastOf = (one: string, other: string) => contrast(parseHex(one)!, parseHex(other)!);

describe('stream colors', () => {
  it('have the contrast of text with each surface of both themes', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        for (const ground of [DARKEST_GROUND_OF_LIGHT, '#ffffff']) {
          expect(contrastOf(readableInLight(color), ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
        for (const ground of [LIGHTEST_GROUND_OF_DARK, '#000000']) {
          expect(contrastOf(readableInDark(color), ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
      }),
    );
  });

  it('keep the hue of a colorful color', () => {
    for (const color of ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#c2726a', '#ff0000', '#0000ff']) {
      const given = toOklch(parseHex(color)!).hue;
      for (const shown of [readableInLight(color), readableInDark(color)]) {
        const turned = Math.abs(toOklch(parseHex(shown)!).hue - given) % 360;
        expect(Math.min(turned, 360 - turned)).toBeLessThan(6);
      }
    }
  });

  it('are a value of CSS with both themes, also for text that is no color', () => {
    expect(streamColor('#76ce90')).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
    expect(streamColor('red; x')).toMatch(/^light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)$/);
  });
});
