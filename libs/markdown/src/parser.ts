import type MarkdownItConstructor from 'markdown-it';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { depthLimitRule } from './block/depth-limit.js';
import { emptyQuoteRule } from './block/empty-quote.js';
import { fenceRule } from './block/fence.js';
import { headingRule } from './block/heading.js';
import { listRule } from './block/list.js';
import { tableRuleWithCode } from './block/table.js';
import { tableLimitRule } from './block/table-limit.js';
import { codeSpanRule } from './inline/code-span.js';
import { emojiNameRule } from './inline/emoji-name.js';
import { emoticonRule } from './inline/emoticon.js';
import { emphasisPairsRule, emphasisRule } from './inline/emphasis.js';
import { foundLinkRule } from './inline/found-link.js';
import { groupMentionRule } from './inline/group-mention.js';
import { linkRule } from './inline/link.js';
import { mathRule } from './inline/math.js';
import { mentionRule } from './inline/mention.js';
import { newlineRule } from './inline/newline.js';
import { streamLinkRule } from './inline/stream-link.js';
import { textRule } from './inline/text.js';
import { timestampRule } from './inline/timestamp.js';
import { unicodeEmojiRule } from './inline/unicode-emoji.js';
import { MAX_BLOCK_LEVEL } from './limits.js';
import { findLinks } from './links/found-links.js';
import type { Formula } from './math/formula.js';
import { renderMath } from './math/render-math.js';
import { onFirstUse } from './on-first-use.js';
import { forEachInline } from './previews/image-previews.js';
import { newScan, type RenderState } from './render-state.js';

const markdownIt = onFirstUse<typeof MarkdownItConstructor>('markdown-it');

const PARAGRAPH_ENDERS = { alt: ['paragraph', 'blockquote', 'list'] };

/**
 * The parser, built once: markdown-it's state machines for blocks and inline text with the rules of this dialect.
 * From markdown-it itself come paragraphs, quotes, tables (save that code in them is kept whole), rules, indented code
 * and entities. It holds no state between calls: what a render changes is in the `RenderState` that comes with it.
 */
function buildParser(): MarkdownIt {
  const MarkdownItClass = markdownIt();
  const parser = new MarkdownItClass('default', { html: false, linkify: false, maxNesting: MAX_BLOCK_LEVEL * 4 });
  parser.core.ruler.enableOnly(['normalize', 'block']);
  parser.core.ruler.push('inline_texts', inlineTexts);
  parser.core.ruler.push('math_blocks', mathBlocks);

  const block = parser.block.ruler;
  block.enableOnly(['table']);
  const [tableRule] = block.getRules('');
  if (tableRule !== undefined) {
    block.at('table', tableRuleWithCode(tableRule), { alt: ['paragraph'] });
  }
  block.enableOnly(['table', 'code', 'blockquote', 'hr', 'paragraph']);
  block.before('table', 'depth_limit', depthLimitRule);
  block.before('table', 'table_limit', tableLimitRule);
  block.at('fence', fenceRule, PARAGRAPH_ENDERS);
  block.before('blockquote', 'empty_quote', emptyQuoteRule);
  block.at('list', listRule, { alt: ['paragraph', 'blockquote'] });
  block.at('heading', headingRule, PARAGRAPH_ENDERS);
  block.enable(['fence', 'list', 'heading']);

  const inline = parser.inline.ruler;
  inline.enableOnly(['entity']);
  inline.before('entity', 'plain_text', textRule);
  inline.before('entity', 'line_end', newlineRule);
  inline.before('entity', 'found_link', foundLinkRule);
  inline.before('entity', 'code_span', codeSpanRule);
  inline.before('entity', 'mention', mentionRule);
  inline.before('entity', 'group_mention', groupMentionRule);
  inline.before('entity', 'math', mathRule);
  inline.before('entity', 'stream_link', streamLinkRule);
  inline.before('entity', 'timestamp', timestampRule);
  inline.before('entity', 'inline_link', linkRule);
  inline.before('entity', 'emphasis_run', emphasisRule);
  inline.before('entity', 'emoji_name', emojiNameRule);
  inline.before('entity', 'emoticon', emoticonRule);
  inline.before('entity', 'unicode_emoji', unicodeEmojiRule);
  parser.inline.ruler2.enableOnly([]);
  parser.inline.ruler2.push('emphasis_pairs', emphasisPairsRule);
  return parser;
}

let parser: MarkdownIt | undefined;

/** Parses a text; references met on the way are noted in `render`. */
export function parse(source: string, render: RenderState): Token[] {
  parser ??= buildParser();
  return parser.parse(source, { render });
}

function inlineTexts(state: StateCore): void {
  const render = state.env['render'] as RenderState;
  const { realmUrl, linkifiers = [] } = render.context;
  forEachInline(state.tokens, (token, isQuoted) => {
    token.children = [];
    render.scan = newScan(isQuoted, findLinks(token.content, realmUrl, linkifiers));
    state.md.inline.parse(token.content, state.md, state.env, token.children);
  });
}

function mathBlocks(state: StateCore): void {
  const render = state.env['render'] as RenderState;
  for (const token of state.tokens) {
    if (token.type === 'math_block') {
      const sources = token.content.split('\n\n').filter((source) => source.trim() !== '');
      const formulas: Formula[] = sources.map((source) => ({ source, html: renderMath(source, true, render) }));
      token.meta = { formulas };
    }
  }
}
