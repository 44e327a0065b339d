import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { contrast, fromOklch, type LinearRgb, parseHex } from './oklch.js';
import { DARKEST_GROUND_OF_LIGHT, LIGHTEST_GROUND_OF_DARK, TEXT_CONTRAST } from './stream-color.js';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const GROUNDS = ['canvas', 'side', 'raised', 'sunk'];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The value of a token in one theme, as the last rule before `end` sets it. */
function token(name: string, theme: Theme, part = css): LinearRgb {
  const value = new RegExp(`--${name}: (?:light-dark\\((.+), (.+)\\)|(.+));`).exec(part);
  const text = value?.[3] ?? value?.[theme === 'light' ? 1 : 2] ?? '';
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text) ?? [];
  const color =
    lightness === undefined
      ? parseHex(text)
      : fromOklch({ lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) });
  if (color === undefined) throw new Error(`--${name} has no color in ${theme}: ${text}`);
  return color;
}

describe('colors of the design', () => {
  it.each(THEMES)('have the contrast of text on each surface in the %s theme', (theme) => {
    for (const ground of GROUNDS.map((name) => token(name, theme))) {
      for (const ink of ['ink', 'ink-2', 'ink-3', 'accent', 'danger', 'mention-ink']) {
        expect({ ink, enough: contrast(token(ink, theme), ground) >= TEXT_CONTRAST }).toEqual({ ink, enough: true });
      }
    }
  });

  it.each(THEMES)('have at least 15:1 for messages in the %s theme, and 4.9:1 on colored surfaces', (theme) => {
    const found = (ink: string, ground: string) => contrast(token(ink, theme), token(ground, theme));
    expect(found('ink', 'canvas')).toBeGreaterThanOrEqual(15);
    expect(found('accent-ink', 'accent')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    expect(found('accent', 'accent-soft')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    expect(found('ink', 'mention')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    expect(found('on-mention-line', 'mention-line')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    for (const name of ['keyword', 'string', 'name', 'number', 'comment']) {
      expect(found(`code-${name}`, 'sunk')).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });

  it('have more than 7:1 with high contrast', () => {
    const more = css.slice(css.indexOf('data-contrast'));
    for (const theme of THEMES) {
      for (const ink of ['ink', 'ink-2', 'ink-3', 'accent', 'danger']) {
        for (const ground of GROUNDS) {
          expect(contrast(token(ink, theme, more), token(ground, theme, more))).toBeGreaterThan(7);
        }
      }
    }
  });

  it('include the grounds for which stream colors are made', () => {
    const darkest = GROUNDS.map((name) => token(name, 'light'));
    for (const ground of darkest) {
      expect(contrast([0, 0, 0], ground)).toBeGreaterThanOrEqual(
        contrast([0, 0, 0], parseHex(DARKEST_GROUND_OF_LIGHT)!) - 0.2,
      );
    }
    for (const ground of GROUNDS.map((name) => token(name, 'dark'))) {
      expect(contrast([1, 1, 1], ground)).toBeGreaterThanOrEqual(
        contrast([1, 1, 1], parseHex(LIGHTEST_GROUND_OF_DARK)!) - 0.2,
      );
    }
  });
});
