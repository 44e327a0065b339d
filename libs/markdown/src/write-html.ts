import type { Token } from 'markdown-it';
import { highlight } from './code/highlight.js';
import { languageTitle, namedByFirstLine } from './code/language-names.js';
import { type Attributes, startTag, type Tag } from './html/element.js';
import { escapeText } from './html/escape.js';
import { attributesOf } from './inline/element-token.js';
import { MAX_HTML_LENGTH } from './limits.js';
import type { Formula } from './math/formula.js';
import type { ImagePreview } from './previews/image-previews.js';
import { RenderError } from './render-error.js';

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
    case 'heading_close':
      return `</${token.tag as Tag}>\n`;
    case 'hr':
      return '<hr>\n';
    case 'blockquote_open':
      return '<blockquote>\n';
    case 'blockquote_close':
      return '</blockquote>\n';
    case 'list_open':
      return `${startTag(token.tag as Tag, attributesOf(token))}\n`;
    case 'list_close':
      return `</${token.tag as Tag}>\n`;
    case 'list_item_open':
      return next?.type === 'list_item_close' || next?.hidden ? '<li>' : '<li>\n';
    case 'list_item_close':
      return '</li>\n';
    case 'table_open':
    case 'thead_open':
    case 'tbody_open':
    case 'tr_open':
      return `<${token.tag as Tag}>\n`;
    case 'table_close':
    case 'thead_close':
    case 'tbody_close':
    case 'tr_close':
    case 'th_close':
    case 'td_close':
      return `</${token.tag as Tag}>\n`;
    case 'th_open':
    case 'td_open':
      return startTag(token.tag as Tag, alignment(token));
    case 'spoiler_open':
      return '<div class="spoiler-block"><div class="spoiler-header">\n';
    case 'spoiler_content':
      return '</div><div class="spoiler-content" aria-hidden="true">\n';
    case 'spoiler_close':
      return '</div></div>\n';
    case 'code_block':
      return writeCode(token);
    case 'math_block':
      return writeFormulas(token.meta?.['formulas'] as readonly Formula[]);
    case 'image_preview':
      return writePreview(token.meta?.['preview'] as ImagePreview);
    default:
      throw new Error(`No HTML is known for the token "${token.type}".`);
  }
}

function writeInline(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'text_special':
      return escapeText(token.content);
    case 'linebreak':
      return '<br>\n';
    case 'code_inline':
      return `<code>${escapeText(token.content)}</code>`;
    case 'strong_open':
      return '<strong>';
    case 'strong_close':
      return '</strong>';
    case 'em_open':
      return '<em>';
    case 'em_close':
      return '</em>';
    case 'del_open':
      return '<del>';
    case 'del_close':
      return '</del>';
    case 'link_open':
      return startTag('a', attributesOf(token));
    case 'link_close':
      return '</a>';
    case 'math':
      return token.content;
    case 'element':
      return token.tag === 'img'
        ? startTag('img', attributesOf(token))
        : `${startTag(token.tag as Tag, attributesOf(token))}${escapeText(token.content)}</${token.tag}>`;
    default:
      throw new Error(`No HTML is known for the token "${token.type}".`);
  }
}

function writeFormulas(formulas: readonly Formula[]): string {
  const parts = formulas.map(({ source, html }) => html ?? `<span class="tex-error">${escapeText(source)}</span>`);
  return `<p>${parts.join('\n\n')}</p>\n`;
}

function alignment(token: Token): Attributes {
  const style = String(token.attrGet('style') ?? '');
  const match = /^text-align:(left|center|right)$/.exec(style);
  return match === null ? [] : [['style', `text-align: ${match[1]};`]];
}

function writeCode(token: Token): string {
  const language = token.info;
  const attributes: Attributes =
    language === ''
      ? [['class', 'codehilite']]
      : [
          ['class', 'codehilite'],
          ['data-code-language', languageTitle(language)],
        ];
  const code = highlight(token.content, language || namedByFirstLine(token.content));
  return `${startTag('div', attributes)}<pre><span></span><code>${code}${code.endsWith('\n') ? '' : '\n'}</code></pre></div>\n`;
}

function writePreview(preview: ImagePreview): string {
  const link: Attributes =
    preview.title === undefined
      ? [['href', preview.href]]
      : [
          ['href', preview.href],
          ['title', preview.title],
        ];
  return `<div class="message_inline_image">${startTag('a', link)}${startTag('img', [['src', preview.src]])}</a></div>`;
}
