/**
 * A tokenizer for tests. It accepts the HTML of rendered messages and throws at anything else: an unknown tag or
 * attribute, a value without double quotes, a stray `<`, `>` or `&`, unbalanced elements, an unsafe address or style.
 * It shares nothing with the renderer.
 */

const VOID = new Set(['br', 'hr', 'img']);

/** Tag -> its attributes, outside formulas. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-stream-id', 'href', 'title'],
  audio: ['controls', 'preload', 'src', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['aria-hidden', 'class', 'data-code-language'],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: [
    ...['alt', 'class', 'src', 'title', 'data-animated', 'data-original-content-type', 'data-original-dimensions'],
    ...['data-original-src', 'data-transcoded-image'],
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['preload', 'src'],
};

/** Attributes with values of one form. */
const FORMS: Readonly<Record<string, RegExp>> = {
  controls: /^$/,
  'data-animated': /^true$/,
  'data-original-content-type': /^[\w.+-]+\/[\w.+-]+$/,
  'data-original-dimensions': /^\d+x\d+$/,
  'data-original-src': /^\/user_uploads\/[\w.%/-]+$/,
  'data-transcoded-image': /^[\w.-]+$/,
  preload: /^metadata$/,
};

const CLASSES =
  /^(?:codehilite|spoiler-block|spoiler-header|spoiler-content|message_inline_image(?: message_inline_video)?|(?:inline-image ?)?(?:image-loading-placeholder)?|stream|stream-topic|tex-error|timestamp-error|katex|katex-display|(?:user-mention|user-group-mention)(?: silent)?|emoji(?: emoji-[0-9a-f-]+)?|[a-z][a-z0-9]?)$/;
const SCHEMES =
  /^(?:https?|ftp|mailto|bitcoin|geo|im|ircs?|magnet|matrix|mms|news|nntp|openpgp4fpr|sip|smsto|sms|ssh|tel|urn|webcal|wtai|xmpp):/i;
const FORMULA_TAG = /^(?:span|math|semantics|annotation|m[a-z]+|svg|path|line)$/;
const FORMULA_ATTRIBUTE =
  /^(?:class|style|aria-hidden|xmlns|encoding|display|[a-z]+|viewBox|preserveAspectRatio|x1|x2|y1|y2|stroke-width)$/;
const FORMULA_FORBIDDEN = /^(?:on|href|src|id|name|action|xlink|data|formaction|srcdoc|target)/i;

/** Elements and attributes of one text of HTML. */
export interface CheckedHtml {
  readonly tags: ReadonlySet<string>;
  /** All text, entities decoded. */
  readonly text: string;
  readonly depth: number;
}

/** Reads HTML; throws if a rendered message must not contain it. */
export function checkHtml(html: string): CheckedHtml {
  const open: string[] = [];
  const tags = new Set<string>();
  let text = '';
  let depth = 0;
  let formulaDepth = -1;
  let position = 0;
  while (position < html.length) {
    if (html[position] !== '<') {
      const end = html.indexOf('<', position);
      const piece = html.slice(position, end < 0 ? html.length : end);
      text += decode(piece);
      position += piece.length;
      continue;
    }
    const close = /^<\/([a-z0-9]+)>/.exec(html.slice(position, position + 40));
    if (close !== null) {
      if (open.pop() !== close[1]) {
        throw new Error(`</${close[1]}> closes nothing, at ${position}`);
      }
      if (open.length === formulaDepth) {
        formulaDepth = -1;
      }
      position += close[0].length;
      continue;
    }
    const { tag, attributes, end } = readStartTag(html, position);
    tags.add(tag);
    if (formulaDepth < 0 && tag === 'span' && /^katex(?:-display)?$/.test(attributes.get('class') ?? '')) {
      formulaDepth = open.length;
    }
    if (formulaDepth >= 0) {
      checkFormula(tag, attributes);
    } else {
      checkElement(tag, attributes);
    }
    if (!VOID.has(tag)) {
      open.push(tag);
      depth = Math.max(depth, open.length);
    }
    position = end;
  }
  if (open.length > 0) {
    throw new Error(`never closed: ${open.join(' ')}`);
  }
  return { tags, text, depth };
}

function readStartTag(html: string, start: number): { tag: string; attributes: Map<string, string>; end: number } {
  const name = /^<([a-z][a-z0-9]*)/.exec(html.slice(start, start + 40))?.[1];
  if (name === undefined) {
    throw new Error(`not a tag at ${start}: ${html.slice(start, start + 40)}`);
  }
  const attributes = new Map<string, string>();
  let position = start + 1 + name.length;
  while (html[position] !== '>') {
    const flag = /^ (controls)(?=[ >])/.exec(html.slice(position, position + 12))?.[1];
    if (flag !== undefined) {
      attributes.set(flag, '');
      position += flag.length + 1;
      continue;
    }
    const equals = html.indexOf('="', position);
    const end = html.indexOf('"', equals + 2);
    const key = html.slice(position, equals);
    if (equals < 0 || end < 0 || !/^ [A-Za-z0-9-]+$/.test(key)) {
      throw new Error(`not an attribute at ${position}: ${html.slice(position, position + 40)}`);
    }
    const value = html.slice(equals + 2, end);
    if (/[<>]/.test(value) || attributes.has(key.slice(1))) {
      throw new Error(`bad or repeated attribute${key}="${value}"`);
    }
    attributes.set(key.slice(1), decode(value));
    position = end + 1;
  }
  return { tag: name, attributes, end: position + 1 };
}

function checkElement(tag: string, attributes: ReadonlyMap<string, string>): void {
  const allowed = Object.hasOwn(ALLOWED, tag) ? ALLOWED[tag] : undefined;
  if (allowed === undefined) {
    throw new Error(`<${tag}> is not allowed`);
  }
  for (const [name, value] of attributes) {
    if (!allowed.includes(name)) {
      throw new Error(`${name} is not allowed on <${tag}>`);
    }
    const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
    if (form?.test(value) === false) {
      throw new Error(`${name} "${value}"`);
    }
    if (name === 'class' && !CLASSES.test(value)) {
      throw new Error(`unknown class "${value}"`);
    }
    if (name === 'style' && !/^text-align: (?:left|center|right);$/.test(value)) {
      throw new Error(`style "${value}"`);
    }
    if (name === 'href' && !isSafeAddress(value)) {
      throw new Error(`href "${value}"`);
    }
    if (name === 'src' && !/^(?:https?:\/\/|\/(?!\/))/.test(value)) {
      throw new Error(`src "${value}"`);
    }
    if (/^data-(?:user|stream|user-group)-id$/.test(name) && !/^(?:\d+|\*)$/.test(value)) {
      throw new Error(`${name} "${value}"`);
    }
    if (name === 'datetime' && Number.isNaN(Date.parse(value))) {
      throw new Error(`datetime "${value}"`);
    }
  }
}

function isSafeAddress(address: string): boolean {
  if (/[\u0000-\u0020\u007f]/.test(address)) {
    return false;
  }
  // Resolved as a browser does: the resulting scheme must be listed, however the address disguises it.
  const resolved = URL.canParse(address, 'https://chat.example.com/')
    ? new URL(address, 'https://chat.example.com/').protocol
    : 'https:';
  return SCHEMES.test(resolved) && (SCHEMES.test(address) || /^(?:[/#]|user_uploads\/)/.test(address));
}

function checkFormula(tag: string, attributes: ReadonlyMap<string, string>): void {
  if (!FORMULA_TAG.test(tag)) {
    throw new Error(`<${tag}> in a formula`);
  }
  for (const [name, value] of attributes) {
    if (!FORMULA_ATTRIBUTE.test(name) || FORMULA_FORBIDDEN.test(name)) {
      throw new Error(`${name} in a formula`);
    }
    if (name === 'style' && /url|expression|import|fixed|\\/i.test(value)) {
      throw new Error(`style "${value}" in a formula`);
    }
  }
}

function decode(text: string): string {
  if (/[<>"]/.test(text.replace(/"/g, '')) || /&(?!(?:amp|lt|gt|quot|#x27|#39|nbsp);)/.test(text)) {
    throw new Error(`not escaped: ${text.slice(0, 80)}`);
  }
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');
}
