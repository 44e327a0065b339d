/** Elements that Markdown has a form for; a text without them is pasted as it is. */
const FORMATTED = /<(?:a|b|strong|i|em|del|s|strike|code|pre|ul|ol|blockquote|h[1-6])[\s>]/i;
const PARTS = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|[^<]+|</gi;
const HIDDEN = new Set(['head', 'style', 'script', 'title', 'template', 'noscript']);
const WITHOUT_END = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr', 'source']);
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'pre', 'blockquote', 'table']);
const LINES = new Set(['div', 'section', 'article', 'header', 'footer', 'tr', 'dt', 'dd']);
const MARKS: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', h1: '**', h2: '**', h3: '**', h4: '**', h5: '**', h6: '**' },
  ...{ i: '*', em: '*', del: '~~', s: '~~', strike: '~~' },
};
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const LINK = /\bhref=(?:"(https?:[^"]*|mailto:[^"]*)"|'(https?:[^']*|mailto:[^']*)')/i;
/** Some programs put everything into a bold element that is not bold. */
const NOT_BOLD = /font-weight:\s*(?:normal|400)/i;

interface Open {
  readonly tag: string;
  readonly attributes: string;
  text: string;
  /** Entries of a list so far. */
  entries: number;
}

/** Copied HTML as Markdown: links, bold, italic, struck, lists, quotes and code. Undefined if it has none of them. Pure. */
export function pastedMarkdown(html: string): string | undefined {
  if (!FORMATTED.test(html)) return undefined;
  const elements = new OpenElements();
  for (const [part, isEnd, name, attributes = ''] of html.matchAll(PARTS)) {
    if (name !== undefined) elements.takeTag(name.toLowerCase(), isEnd === '/', attributes);
    else if (!part.startsWith('<!--')) elements.write(textOf(part, elements.open));
  }
  return tidied(elements.end());
}

/** The elements around the place that is read, the outermost first. */
class OpenElements {
  readonly open: Open[] = [{ tag: '', attributes: '', text: '', entries: 0 }];

  write(text: string): void {
    this.innermost.text += text;
  }

  takeTag(tag: string, isEnd: boolean, attributes: string): void {
    if (tag === 'br') this.write('\n');
    else if (WITHOUT_END.has(tag)) return;
    else if (!isEnd) this.open.push({ tag, attributes, text: '', entries: 0 });
    else if (isIn(this.open, tag)) this.closeThrough(tag);
  }

  /** The text of everything. */
  end(): string {
    while (this.open.length > 1) this.close();
    return this.innermost.text;
  }

  private get innermost(): Open {
    return this.open.at(-1) as Open;
  }

  private closeThrough(tag: string): void {
    while (this.innermost.tag !== tag) this.close();
    this.close();
  }

  private close(): void {
    const element = this.open.pop() as Open;
    this.write(markdownOf(element, this.open));
  }
}

const isIn = (open: readonly Open[], tag: string): boolean => open.some((element) => element.tag === tag);

function textOf(source: string, open: readonly Open[]): string {
  const text = source.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  return isIn(open, 'pre') ? text : text.replace(/[\s\u00a0]+/g, ' ');
}

type Form = (element: Open, around: readonly Open[]) => string;
/** Elements with a form of their own. */
const FORMS: Readonly<Record<string, Form>> = {
  pre: ({ text }) => `\n\n\`\`\`\n${text.replace(/^\n+|\n+$/g, '')}\n\`\`\`\n\n`,
  code: ({ text }) => (text.trim() === '' ? text : `\`${text.trim()}\``),
  a: ({ attributes, text }) => linkOf(attributes, text),
  li: ({ text }, around) => entryOf(text, around.at(-1) as Open),
  blockquote: ({ text }) => `\n\n${prefixed(tidied(text), '> ')}\n\n`,
};

function markdownOf(element: Open, around: readonly Open[]): string {
  const { tag, attributes, text } = element;
  if (HIDDEN.has(tag)) return '';
  if (isIn(around, 'pre')) return text;
  const form = FORMS[tag];
  if (form !== undefined) return form(element, around);
  const mark = NOT_BOLD.test(attributes) ? undefined : MARKS[tag];
  const inner = mark === undefined ? text : marked(text, mark);
  if (PARAGRAPHS.has(tag)) return isIn(around, 'li') && tag !== 'p' ? `\n${inner}` : `\n\n${inner}\n\n`;
  return LINES.has(tag) ? `\n${inner}\n` : inner;
}

/** Marks stand next to letters; blanks stay outside. */
function marked(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner === '' ? text : `${before}${mark}${inner}${mark}${after}`;
}

function linkOf(attributes: string, text: string): string {
  const [, double, single] = LINK.exec(attributes) ?? [];
  const address = (double ?? single)?.replaceAll('&amp;', '&').replaceAll(' ', '%20').replaceAll(')', '%29');
  const name = text.trim().replaceAll(/[[\]]/g, '');
  if (address === undefined || name === '') return text;
  return name === address ? address : `[${name}](${address})`;
}

function entryOf(text: string, list: Open): string {
  list.entries++;
  const sign = list.tag === 'ol' ? `${list.entries}. ` : '* ';
  const [first = '', ...rest] = tidied(text)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return `\n${[sign + first, ...rest.map((line) => `  ${line}`)].join('\n')}\n`;
}

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => prefix + line)
    .join('\n');

/** Without blanks at the ends of lines, and with one empty line between paragraphs at most. Code stays as it is. */
const tidied = (text: string): string =>
  text
    .split(/(```\n[\s\S]*?\n```)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[ \t]*\n[ \t]*(?![ *\d])/g, '\n')))
    .join('')
    .replace(/ +\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(^|\n)( *(?:\* |\d+\. ).*)\n\n(?= *(?:\* |\d+\. ))/g, '$1$2\n')
    .trim();
