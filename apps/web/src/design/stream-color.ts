import { contrast, type LinearRgb, parseHex, shownColor, toHex, toOklch } from './oklch.js';

/** The least contrast of text with the surface behind it. */
export const TEXT_CONTRAST = 4.9;

interface Theme {
  /** The surface with the least contrast. */
  readonly ground: LinearRgb;
  /** Where the search begins: all streams look equally strong. */
  readonly lightness: number;
  readonly chroma: number;
  /** Away from the ground. */
  readonly step: number;
}

// `tokens.spec.ts` compares the grounds with tokens.css.
export const LIGHTEST_GROUND_OF_DARK = '#1f2321';
export const DARKEST_GROUND_OF_LIGHT = '#f2f0ea';

const LIGHT: Theme = { ground: ground(DARKEST_GROUND_OF_LIGHT), lightness: 0.5, chroma: 0.125, step: -0.01 };
const DARK: Theme = { ground: ground(LIGHTEST_GROUND_OF_DARK), lightness: 0.78, chroma: 0.115, step: 0.01 };

const known = new Map<string, string>();

/** Value of `--stream`: the hue of any stream colour, readable as text in both themes. */
export function streamColor(color: string): string {
  let value = known.get(color);
  if (value === undefined) {
    value = `light-dark(${readable(color, LIGHT)}, ${readable(color, DARK)})`;
    known.set(color, value);
  }
  return value;
}

/** The two colours, for tests and for places without CSS. */
export const readableInLight = (color: string): string => readable(color, LIGHT);
export const readableInDark = (color: string): string => readable(color, DARK);

function readable(color: string, theme: Theme): string {
  const { chroma, hue } = toOklch(parseHex(color) ?? [0.2, 0.2, 0.2]);
  for (let lightness = theme.lightness; lightness > 0 && lightness < 1; lightness += theme.step) {
    const shown = toHex(shownColor({ lightness, chroma: Math.min(chroma, theme.chroma), hue }));
    if (contrast(ground(shown), theme.ground) >= TEXT_CONTRAST) return shown;
  }
  return theme.step < 0 ? '#000000' : '#ffffff';
}

function ground(hex: string): LinearRgb {
  const color = parseHex(hex);
  if (color === undefined) throw new Error(`${hex} is not a color.`);
  return color;
}
