import type { StateBlock } from 'markdown-it';
import { MAX_BLOCK_LEVEL } from '../limits.js';
import { takePlainParagraph } from './paragraph.js';

/** First of the block rules: too deep inside quotes and lists, markup is text. Keeps the cost, and browsers' stacks, bounded. */
export function depthLimitRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < MAX_BLOCK_LEVEL) {
    return false;
  }
  takePlainParagraph(state, startLine, endLine);
  return true;
}
