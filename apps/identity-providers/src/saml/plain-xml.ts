/** A response has about 50 elements, and one more for each group of the person. */
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 32;

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const SPACE = '[ \\t\\r\\n]';
const ATTRIBUTE = `${SPACE}+${NAME}${SPACE}*=${SPACE}*(?:"[^"<]*"|'[^'<]*')`;
const DECLARATION = /^\uFEFF?<\?xml [^<>?]*\?>/;
const TEXT = /[^<]*/y;
const TAG = new RegExp(`<(?:(${NAME})((?:${ATTRIBUTE})*)${SPACE}*(/?)|/(${NAME})${SPACE}*)>`, 'y');
const NEXT_ATTRIBUTE = new RegExp(ATTRIBUTE, 'g');
const LOOSE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;
/** Characters that XML does not allow, lone surrogates among them. */
const NO_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/**
 * Requires elements, attributes and text, and nothing else: no DOCTYPE, entity, comment, CDATA or processing instruction. SAML needs none of
 * them, and attacks rest on parsers that read them differently. The bounds keep the time of the parsers that follow short. Returns the fault;
 * undefined if there is none.
 */
export function faultOfXml(xml: string): string | undefined {
  if (NO_CHARACTER.test(xml)) return 'a character that XML does not allow';
  if (LOOSE_AMPERSAND.test(xml)) return 'an unknown entity';
  const tags = new Tags();
  let position = DECLARATION.exec(xml)?.[0].length ?? 0;
  while (position < xml.length) {
    const text = matchAt(TEXT, xml, position)?.[0] ?? '';
    position += text.length;
    const tag = matchAt(TAG, xml, position);
    const fault = tags.faultOfText(text) ?? (tag === null ? faultAt(xml, position) : tags.faultOfTag(tag));
    if (fault !== undefined) return fault;
    position += tag?.[0].length ?? 0;
  }
  return tags.faultOfEnd();
}

/** The tags until now: whether they nest, and whether they are too many. */
class Tags {
  private readonly open: string[] = [];
  private elements = 0;

  faultOfText(text: string): string | undefined {
    return this.open.length === 0 && text.trim() !== '' ? 'text outside the document' : undefined;
  }

  faultOfTag([, opened = '', attributes = '', empty, closed]: RegExpExecArray): string | undefined {
    if (closed !== undefined) return this.open.pop() === closed ? undefined : 'an end tag without its start tag';
    if (this.open.length === 0 && this.elements > 0) return 'more than one document';
    if (++this.elements > MAX_ELEMENTS) return `more than ${MAX_ELEMENTS} elements`;
    if ((attributes.match(NEXT_ATTRIBUTE)?.length ?? 0) > MAX_ATTRIBUTES)
      return `more than ${MAX_ATTRIBUTES} attributes of an element`;
    if (empty !== '/') this.open.push(opened);
    return this.open.length > MAX_DEPTH ? `more than ${MAX_DEPTH} nested elements` : undefined;
  }

  faultOfEnd(): string | undefined {
    return this.open.length > 0 || this.elements === 0 ? 'an unfinished document' : undefined;
  }
}

function matchAt(expression: RegExp, text: string, position: number): RegExpExecArray | null {
  expression.lastIndex = position;
  return expression.exec(text);
}

function faultAt(xml: string, position: number): string | undefined {
  if (position === xml.length) return undefined;
  if (/^<!DOCTYPE/i.test(xml.slice(position, position + 9))) return 'a DOCTYPE';
  if (xml.startsWith('<!--', position)) return 'a comment';
  if (xml.startsWith('<![CDATA[', position)) return 'a CDATA section';
  if (xml.startsWith('<?', position)) return 'a processing instruction';
  return 'a malformed tag';
}
