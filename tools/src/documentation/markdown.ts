import { dirname, join, normalize } from 'node:path';
import markdownIt, { type Token } from 'markdown-it';
import type { Configuration, Rule } from 'markdownlint';
import { lint } from 'markdownlint/promise';
import { proseErrors } from './plain-english.js';

/** Rules of markdownlint; all others are at their defaults. */
const CONFIGURATION: Configuration = {
  // Lines of prose; tables and code are as long as they need to be.
  MD013: { line_length: 140, tables: false, code_blocks: false },
  MD024: { siblings_only: true },
  MD033: { allowed_elements: ['details', 'summary', 'picture', 'source', 'img', 'br'] },
  MD040: true,
  MD060: false,
};

/** Pages that a program writes. */
const GENERATED = /^docs\/reference\/|query-plans\.md$/;

const plainEnglish: Rule = {
  names: ['plain-english'],
  description: 'The writing rules of docs/contributing/writing.md',
  tags: ['prose'],
  parser: 'markdownit',
  function: ({ parsers }, onError) => {
    for (const token of parsers.markdownit.tokens as unknown as readonly Token[]) {
      if (token.type !== 'inline') continue;
      for (const { message } of proseErrors(plainText(token))) {
        onError({ lineNumber: (token.map?.[0] ?? 0) + 1, detail: message });
      }
    }
  },
};

function plainText({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => (type === 'text' ? content : (INLINE[type] ?? ''))).join('');
}
/** Code counts as one word; a line break as a space. */
const INLINE: Readonly<Record<string, string>> = { code_inline: 'x', softbreak: ' ', hardbreak: ' ' };

/** Errors of Markdown pages, one line each. Lines of generated pages may have any length. */
export async function markdownErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const check = (isChecked: (path: string) => boolean, config: Configuration) =>
    lint({
      strings: Object.fromEntries([...pages].filter(([path]) => isChecked(path))),
      config,
      customRules: [plainEnglish],
      markdownItFactory: () => markdownIt(),
    });
  const results = {
    ...(await check((path) => !GENERATED.test(path), CONFIGURATION)),
    ...(await check((path) => GENERATED.test(path), { ...CONFIGURATION, MD013: false })),
  };
  return Object.entries(results).flatMap(([path, errors]) =>
    errors.map(({ lineNumber, ruleNames, ruleDescription, errorDetail }) => {
      const detail = errorDetail === undefined || errorDetail === null ? ruleDescription : errorDetail;
      return `${path}:${lineNumber} ${ruleNames[0]} ${detail}`;
    }),
  );
}

/** A link of a page: the linked path from the root, and the anchor in it. */
interface Link {
  readonly path: string;
  readonly anchor: string;
  readonly line: number;
}

function linksOf(path: string, text: string): Link[] {
  const links: Link[] = [];
  for (const token of markdownIt().parse(text, {})) {
    for (const child of token.children ?? []) {
      const href = String(child.attrGet('href') ?? child.attrGet('src') ?? '');
      if (href === '' || /^[a-z]+:|^\/\//i.test(href)) continue;
      const [target = '', anchor = ''] = decodeURIComponent(href).split('#');
      const linked = target === '' ? path : normalize(join(dirname(path), target)).replace(/\/$/, '');
      links.push({ path: linked, anchor, line: (token.map?.[0] ?? 0) + 1 });
    }
  }
  return links;
}

/** The anchors of a page's headings, as GitHub and VitePress make them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const tokens = markdownIt().parse(text, {});
  for (const [index, { type }] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    const heading = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/**
 * Dead links of the pages, and orphans: pages below `docs/` to which no chain of links leads from `start`. `exists` says whether a
 * linked file or folder that is not a page exists.
 */
export function linkErrors(pages: ReadonlyMap<string, string>, start: string, exists: (path: string) => boolean) {
  const links = new Map([...pages].map(([path, text]) => [path, linksOf(path, text)]));
  const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]));
  const isDead = ({ path, anchor }: Link): boolean => {
    const known = anchors.get(path);
    return known === undefined ? !exists(path) : anchor !== '' && !known.has(anchor);
  };
  const dead = [...links].flatMap(([path, linked]) =>
    linked.filter(isDead).map((link) => `${path}:${link.line} dead link to ${link.path}#${link.anchor}`),
  );
  return [...dead, ...orphansOf(links, start)];
}

function orphansOf(links: ReadonlyMap<string, readonly Link[]>, start: string): string[] {
  const reached = new Set([start]);
  for (const path of reached) {
    const linked = (links.get(path) ?? []).flatMap((link) => [link.path, `${link.path}/README.md`]);
    for (const page of linked) if (links.has(page)) reached.add(page);
  }
  const orphans = [...links.keys()].filter((path) => path.startsWith('docs/') && !reached.has(path));
  return orphans.map((path) => `${path} is an orphan: no chain of links leads to it from ${start}`);
}
