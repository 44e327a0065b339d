import type { Token } from 'markdown-it';
import { highlight } from './code/highlight.js';
import { LANGUAGE_TITLES } from './code/language-modules.generated.js';
import { startTag, type Tag } from './html/element.js';
import { escapeText } from './html/escape.js';
import { attributesOf } from './inline/tokens.js';
import { MAX_HTML_LENGTH } from './limits.js';
import type { Formula } from './math/render-math.js';
import type { LinkPreview } from './previews/link-previews.js';
import { RenderError } from './render-errors.js';

/**
 * Writes tokens as HTML. Text is escaped here, tags and attributes are of the closed types of `element.ts`; the only
 * HTML that passes through is that of KaTeX (checked by `math/math-html.ts`) and of the code highlighter's emitter.
 */
export function writeHtml(tokens: readonly Token[]): string {
  let html = '';
  for (const [index, token] of tokens.entries()) {
    html += writeBlock(token, tokens[index + 1]);
    if (html.length > MAX_HTML_LENGTH) {
      throw new RenderError(`The HTML would be longer than ${MAX_HTML_LENGTH} characters.`);
    }
  }
  return html.trimEnd();
}

/** HTML of the tokens that have neither attributes nor text. */
const FIXED_HTML: Readonly<Record<string, string>> = {
  hr: '<hr>\n',
  blockquote_open: '<blockquote>\n',
  blockquote_close: '</blockquote>\n',
  list_item_close: '</li>\n',
  spoiler_open: '<div class="spoiler-block"><div class="spoiler-header">\n',
  spoiler_content: '</div><div class="spoiler-content" aria-hidden="true">\n',
  spoiler_close: '</div></div>\n',
  linebreak: '<br>\n',
  strong_open: '<strong>',
  strong_close: '</strong>',
  em_open: '<em>',
  em_close: '</em>',
  del_open: '<del>',
  del_close: '</del>',
  link_close: '</a>',
};

function writeBlock(token: Token, next: Token | undefined): string {
  switch (token.type) {
    case 'inline':
      return (token.children ?? []).map(writeInline).join('');
    case 'paragraph_open':
      return token.hidden ? '' : '<p>';
    case 'paragraph_close':
      return token.hidden ? '' : '</p>\n';
    case 'heading_open':
      return startTag(token.tag as Tag);
    case 'list_open':
    case 'table_open':
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
      return `${startTag(token.tag as Tag, attributesOf(token))}\n`;
    case 'heading_close':
    case 'list_close':
    case 'table_close':
    case 'thead_close':
    case 'tbody_close':
    case 'tr_close':
    case 'th_close':
    case 'td_close':
      return `</${token.tag as Tag}>\n`;
    case 'list_item_open':
      return next?.type === 'list_item_close' || next?.hidden ? '<li>' : '<li>\n';
    case 'th_open':
    case 'td_open':
      return startTag(token.tag as Tag, { style: alignment(token) });
    case 'code_block':
      return writeCode(token);
    case 'math_block':
      return writeFormulas(token.meta?.['formulas'] as readonly Formula[]);
    case 'link_preview':
      return writePreview(token.meta?.['preview'] as LinkPreview);
    default:
      return writeFixed(token);
  }
}

function writeInline(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return escapeText(token.content);
    case 'code_inline':
      return `<code>${escapeText(token.content)}</code>`;
    case 'link_open':
      return startTag('a', attributesOf(token));
    case 'math':
      return token.content;
    case 'element':
      return token.tag === 'img'
        ? startTag('img', attributesOf(token))
        : `${startTag(token.tag as Tag, attributesOf(token))}${escapeText(token.content)}</${token.tag}>`;
    default:
      return writeFixed(token);
  }
}

function writeFixed({ type }: Token): string {
  const html = FIXED_HTML[type];
  if (html === undefined) throw new Error(`No HTML is known for the token "${type}".`);
  return html;
}

function writeFormulas(formulas: readonly Formula[]): string {
  const parts = formulas.map(({ source, html }) => html ?? `<span class="tex-error">${escapeText(source)}</span>`);
  return `<p>${parts.join('\n\n')}</p>\n`;
}

function alignment(token: Token): string | undefined {
  const match = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''));
  return match === null ? undefined : `text-align: ${match[1]};`;
}

const FIRST_LINE = /^(?:::+|#!)(?:(?:\/\w+)*[/ ])?([\w#.+-]+)/;

/** The language in a first line such as `#!/bin/bash` or `:::python`; empty without such a line. */
const namedByFirstLine = (code: string): string => FIRST_LINE.exec(code)?.[1]?.toLowerCase() ?? '';

function writeCode({ content, info: language }: Token): string {
  // The usual name of a known language, else the author's word.
  const title = language === '' ? undefined : (LANGUAGE_TITLES.get(language) ?? language);
  const open = startTag('div', { class: 'codehilite', 'data-code-language': title });
  const code = highlight(content, language || namedByFirstLine(content));
  return `${open}<pre><span></span><code>${code}${code.endsWith('\n') ? '' : '\n'}</code></pre></div>\n`;
}

function writePreview({ href, title, kind, media }: LinkPreview): string {
  const link = startTag('a', { href, title });
  return kind === 'film'
    ? `<div class="message_inline_image message_inline_video">${link}${startTag('video', media)}</video></a></div>`
    : `<div class="message_inline_image">${link}${startTag('img', media)}</a></div>`;
}
