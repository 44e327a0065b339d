/** A colour by lightness (0 to 1), chroma and hue (degrees); equal lightness looks equally light. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Linear light of red, green and blue, 0 to 1 for colours that a screen shows. */
export type LinearRgb = readonly [red: number, green: number, blue: number];

const decoded = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Reads `#rgb` and `#rrggbb`; undefined for other text. */
export function parseHex(text: string): LinearRgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => decoded(Number.parseInt(pair, 16) / 255));
  return [red, green, blue];
}

/** The nearest `#rrggbb`. */
export const toHex = (color: LinearRgb): string =>
  `#${color.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;

const byte = (value: number): number => Math.round(encoded(Math.min(1, Math.max(0, value))) * 255);

export function toOklch([red, green, blue]: LinearRgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** Some colors are outside of the range of screens: then a value is below 0 or above 1. */
export function fromOklch({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isShown = (color: LinearRgb): boolean => color.every((value) => value >= -0.0001 && value <= 1.0001);

/** The colour of this lightness and hue with as much of the chroma as a screen shows. */
export function shownColor(color: Oklch): LinearRgb {
  let { chroma } = color;
  while (chroma > 0.001 && !isShown(fromOklch({ ...color, chroma }))) chroma *= 0.95;
  return fromOklch({ ...color, chroma: chroma > 0.001 ? chroma : 0 });
}

/** Contrast of WCAG 2.2, 1 to 21. */
export function contrast(one: LinearRgb, other: LinearRgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const luminance = ([red, green, blue]: LinearRgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
