/** Elements KaTeX writes: HTML spans, MathML without links or actions, and SVG that only draws. */
const TAGS = new Set([
  'span',
  'math',
  'semantics',
  'annotation',
  'mrow',
  'mi',
  'mn',
  'mo',
  'mtext',
  'mspace',
  'ms',
  'mglyph',
  'msup',
  'msub',
  'msubsup',
  'mfrac',
  'msqrt',
  'mroot',
  'mover',
  'munder',
  'munderover',
  'mtable',
  'mtr',
  'mtd',
  'mlabeledtr',
  'mstyle',
  'mpadded',
  'mphantom',
  'menclose',
  'merror',
  'svg',
  'path',
  'line',
]);

const ATTRIBUTES = new Set([
  'class',
  'style',
  'aria-hidden',
  'xmlns',
  'encoding',
  'display',
  'mathvariant',
  'mathcolor',
  'mathbackground',
  'mathsize',
  'stretchy',
  'fence',
  'separator',
  'accent',
  'accentunder',
  'lspace',
  'rspace',
  'minsize',
  'maxsize',
  'linethickness',
  'width',
  'height',
  'depth',
  'voffset',
  'columnalign',
  'columnspacing',
  'columnlines',
  'rowalign',
  'rowspacing',
  'rowlines',
  'frame',
  'side',
  'notation',
  'displaystyle',
  'scriptlevel',
  'symmetric',
  'movablelimits',
  'largeop',
  'form',
  'viewBox',
  'preserveAspectRatio',
  'd',
  'x1',
  'x2',
  'y1',
  'y2',
  'stroke-width',
]);

const TAG = /<(\/?)([a-zA-Z0-9]+)((?: [a-zA-Z0-9-]+="[^"<>]*")*)\/?>/y;
const ATTRIBUTE = / ([a-zA-Z0-9-]+)="([^"]*)"/g;
const STYLE = /^(?:[a-z-]+:[a-zA-Z0-9#.%\s()+-]*;?)*$/;
/** KaTeX caps large sizes but not negative ones, which would push a formula over its neighbours. */
const FAR_AWAY = /-\d{2,}(?:\.\d+)?em/;

/**
 * Whether HTML from KaTeX consists of known elements with known, double-quoted attributes, properly nested. KaTeX is
 * trusted to be correct; this makes a fault in it show as a formula error and not as markup.
 */
export function isSafeMathHtml(html: string): boolean {
  const open: string[] = [];
  let position = 0;
  while (position < html.length) {
    const next = html.indexOf('<', position);
    if (next < 0) {
      break;
    }
    TAG.lastIndex = next;
    const match = TAG.exec(html);
    if (match === null) {
      return false;
    }
    const [whole, slash, name = '', attributes = ''] = match;
    if (!TAGS.has(name)) {
      return false;
    }
    if (slash === '/') {
      if (open.pop() !== name) {
        return false;
      }
    } else {
      if (!areSafeAttributes(attributes)) {
        return false;
      }
      if (!whole.endsWith('/>')) {
        open.push(name);
      }
    }
    position = TAG.lastIndex;
  }
  return open.length === 0;
}

function areSafeAttributes(text: string): boolean {
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (!ATTRIBUTES.has(name)) {
      return false;
    }
    if (name === 'style' && (!STYLE.test(value) || /url|expression|fixed/i.test(value) || FAR_AWAY.test(value))) {
      return false;
    }
  }
  return true;
}
