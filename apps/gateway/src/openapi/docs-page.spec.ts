import { EXAMPLE_LANGUAGES, isForBrowsers } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { FEATURES } from '../gateway.module.js';
import { registeredEndpoints } from '../testing/registered-endpoints.js';
import { docsPage } from './docs-page.js';
import { DOCS_STYLE } from './docs-style.js';

const endpoints = registeredEndpoints(FEATURES);
const page = docsPage(endpoints);
const all = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, text]) => text as string);

describe('the documentation page', () => {
  it('loads nothing: no scripts, no external files', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\son\w+=|@import|url\(/);
  });

  it('has an example of each endpoint for programs in each language', () => {
    for (const language of EXAMPLE_LANGUAGES) {
      const kind = language.toLowerCase();
      expect(all(new RegExp(`<div class="(example ${kind})"`, 'g'))).toHaveLength(
        endpoints.filter((endpoint) => !isForBrowsers(endpoint)).length,
      );
      // A language without its rule in the style sheet would be visible next to every other language.
      expect(DOCS_STYLE).toContain(`:root:has(#language-${kind}:checked) .example:not(.${kind})`);
    }
  });

  it('gives every entry a unique id, and each link a target', () => {
    const ids = all(/\sid="([^"]+)"/g);
    const targets = new Set(ids);

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(all(/href="#([^"]+)"/g).filter((target) => !targets.has(target))).toEqual([]);
  });

  it('does not skip a level of headings', () => {
    const levels = all(/<h(\d)/g).map(Number);

    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('escapes characters of HTML in examples', () => {
    expect(page).toContain('pattern=#(?P&lt;id&gt;[0-9]+)');
  });

  it('has text colors with a contrast of at least 4.5 in both color schemes', () => {
    const schemes = DOCS_STYLE.split('prefers-color-scheme: dark').map(colorsIn);

    expect(schemes).toHaveLength(2);
    for (const { page: background = '', box: codeBackground = '', line: _, ...texts } of schemes) {
      for (const [name, color] of Object.entries(texts))
        expect([name, contrast(color, background) >= 4.5]).toEqual([name, true]);
      expect(contrast(texts['text'] ?? '', codeBackground)).toBeGreaterThan(4.5);
    }
  });
});

const colorsIn = (style: string): Record<string, string> =>
  Object.fromEntries([...style.matchAll(/--(\w+): (#\w+);/g)].map(([, name, color]) => [name, color]));

/** Contrast ratio of two colors by WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
