import type MarkdownItConstructor from 'markdown-it';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { fenceRule } from './block/fence.js';
import { depthLimitRule, emptyQuoteRule, headingRule } from './block/lines.js';
import { listRule } from './block/list.js';
import { tableLimitRule, tableRuleWithCode } from './block/table.js';
import { codeSpanRule } from './inline/code-span.js';
import { emojiNameRule, emoticonRule, unicodeEmojiRule } from './inline/emoji.js';
import { emphasisPairsRule, emphasisRule } from './inline/emphasis.js';
import { linkRule } from './inline/link.js';
import { mathRule } from './inline/math.js';
import { groupMentionRule, mentionRule, streamLinkRule } from './inline/mentions.js';
import { foundLinkRule, newlineRule, textRule } from './inline/text.js';
import { timestampRule } from './inline/timestamp.js';
import { MAX_BLOCK_LEVEL } from './limits.js';
import { findLinks } from './links/found-links.js';
import { type Formula, renderMath } from './math/render-math.js';
import { onFirstUse } from './on-first-use.js';
import { forEachInline } from './previews/link-previews.js';
import { newScan, type RenderState } from './render-state.js';

const markdownIt = onFirstUse<typeof MarkdownItConstructor>('markdown-it');

const PARAGRAPH_ENDERS = { alt: ['paragraph', 'blockquote', 'list'] };

/** Tried in this order at each character that may start markup. */
const INLINE_RULES = [
  textRule,
  newlineRule,
  foundLinkRule,
  codeSpanRule,
  mentionRule,
  groupMentionRule,
  mathRule,
  streamLinkRule,
  timestampRule,
  linkRule,
  emphasisRule,
  emojiNameRule,
  emoticonRule,
  unicodeEmojiRule,
];

/**
 * The parser, built once: markdown-it's state machines for blocks and inline text with the rules of this dialect.
 * From markdown-it itself come paragraphs, quotes, tables (except code in them), rules, indented code and entities. It
 * holds no state between calls: a render only changes its own `RenderState`.
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
  if (tableRule !== undefined) block.at('table', tableRuleWithCode(tableRule), { alt: ['paragraph'] });
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
  for (const rule of INLINE_RULES) inline.before('entity', rule.name, rule);
  parser.inline.ruler2.enableOnly([]);
  parser.inline.ruler2.push('emphasis_pairs', emphasisPairsRule);
  return parser;
}

let parser: MarkdownIt | undefined;

/** Parses a text and adds its references to `render`. */
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
