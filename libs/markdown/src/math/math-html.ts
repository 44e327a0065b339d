/** Elements KaTeX writes: HTML spans, MathML without links or actions, and SVG that only draws. */
const TAGS = new Set(
  (
    'span math semantics annotation mrow mi mn mo mtext mspace ms mglyph msup msub msubsup mfrac msqrt mroot ' +
    'mover munder munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror svg path line'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'class style aria-hidden xmlns encoding display mathvariant mathcolor mathbackground mathsize stretchy fence ' +
    'separator accent accentunder lspace rspace minsize maxsize linethickness width height depth voffset ' +
    'columnalign columnspacing columnlines rowalign rowspacing rowlines frame side notation displaystyle ' +
    'scriptlevel symmetric movablelimits largeop form viewBox preserveAspectRatio d x1 x2 y1 y2 stroke-width'
  ).split(' '),
);

const TAG = /<(\/?)([a-zA-Z0-9]+)((?: [a-zA-Z0-9-]+="[^"<>]*")*)\/?>/y;
const ATTRIBUTE = / ([a-zA-Z0-9-]+)="([^"]*)"/g;
const STYLE = /^(?:[a-z-]+:[a-zA-Z0-9#.%\s()+-]*;?)*$/;
/** KaTeX caps large sizes but not negative ones, which would push a formula over its neighbours. */
const FAR_AWAY = /-\d{2,}(?:\.\d+)?em/;

/**
 * Whether HTML from KaTeX consists of known elements with known, double-quoted attributes, properly nested. It turns a
 * fault of KaTeX into a formula error instead of foreign markup.
 */
export function isSafeMathHtml(html: string): boolean {
  const open: string[] = [];
  let next = html.indexOf('<');
  while (next >= 0) {
    TAG.lastIndex = next;
    const tag = TAG.exec(html);
    if (tag === null || !isSafeTag(tag, open)) return false;
    next = html.indexOf('<', TAG.lastIndex);
  }
  return open.length === 0;
}

/** Checks one tag inside the elements of `open` and updates `open`. */
function isSafeTag([tag, slash, name = '', attributes = '']: RegExpExecArray, open: string[]): boolean {
  if (slash === '/') return open.pop() === name;
  if (!tag.endsWith('/>')) open.push(name);
  return TAGS.has(name) && areSafeAttributes(attributes);
}

function areSafeAttributes(text: string): boolean {
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (!ATTRIBUTES.has(name) || (name === 'style' && !isSafeStyle(value))) return false;
  }
  return true;
}

function isSafeStyle(style: string): boolean {
  return STYLE.test(style) && !/url|expression|fixed/i.test(style) && !FAR_AWAY.test(style);
}
