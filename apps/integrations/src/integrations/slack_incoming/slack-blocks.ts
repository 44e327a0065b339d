import { link } from '../../incoming-webhooks/text/markdown.js';
import type { Block, Element } from './slack-incoming.payload.js';
import { toMarkdown } from './slack-markup.js';

type Render = (block: Block) => string;

/** Buttons and inputs have no counterpart, and are left out like unknown kinds. */
const BLOCKS = new Map<string, Render>([
  ['section', section],
  ['header', ({ text }) => (text?.text ? `## ${oneLine(text.text)}` : '')],
  ['context', ({ elements = [] }) => joined(elements.map(element), ' ')],
  ['divider', () => '---'],
  ['image', ({ imageUrl, altText }) => image(imageUrl, altText)],
]);

export const renderBlocks = (blocks: readonly Block[] = []): string[] =>
  blocks.map((block) => BLOCKS.get(block.type)?.(block) ?? '');

export const joined = (pieces: readonly string[], separator: string): string =>
  pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .join(separator);

export const image = (address: string | undefined, text: string | undefined): string =>
  address === undefined ? '' : link(text || 'Image', address);

function section({ text, fields = [], accessory }: Block): string {
  return joined([text ? element(text) : '', fieldsOf(fields), accessory ? element(accessory) : ''], '\n\n');
}

function element({ type, text, imageUrl, altText }: Element): string {
  if (type === 'image') return image(imageUrl, altText);
  if (type === 'plain_text') return text ?? '';
  return type === 'mrkdwn' ? toMarkdown(text ?? '') : '';
}

/** One field is a text; more are a table of two columns. */
function fieldsOf(fields: readonly Element[]): string {
  const texts = fields.map(element);
  if (texts.length < 2) return texts.join('');
  const rows = texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : []));
  const [first, ...others] = rows.map((row) => `| ${row.map(cell).join(' | ')} |`);
  return [first, '| --- | --- |', ...others].join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|');
