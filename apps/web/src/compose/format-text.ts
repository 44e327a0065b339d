export interface EditedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type Format = 'bold' | 'italic' | 'code' | 'link' | 'quote' | 'spoiler' | 'list';

const MARKS = { bold: '**', italic: '*' } as const;

/** The text with the format around the selection, or without it if it was there. Pure. */
export function formatted(edited: EditedText, format: Format): EditedText {
  switch (format) {
    case 'bold':
    case 'italic':
      return wrapped(edited, MARKS[format]);
    case 'code':
      return selectionOf(edited).includes('\n') ? fenced(edited, '') : wrapped(edited, '`');
    case 'link':
      return linked(edited);
    case 'quote':
      return fenced(edited, 'quote');
    case 'spoiler':
      return fenced(edited, 'spoiler ');
    case 'list':
      return listed(edited);
  }
}

const selectionOf = ({ text, start, end }: EditedText): string => text.slice(start, end);

const replaced = ({ text, start, end }: EditedText, by: string, from: number, to: number): EditedText => ({
  text: text.slice(0, start) + by + text.slice(end),
  start: start + from,
  end: start + to,
});

function wrapped(edited: EditedText, mark: string): EditedText {
  const { text, start, end } = edited;
  const selected = selectionOf(edited);
  const isOutside = text.slice(start - mark.length, start) === mark && text.slice(end, end + mark.length) === mark;
  // `*` next to `**` is the other format.
  const isOther = mark === '*' && text.slice(start - 2, start) === '**' && text.slice(start - 3, start) !== '***';
  if (isOutside && !isOther) {
    const whole = { text, start: start - mark.length, end: end + mark.length };
    return replaced(whole, selected, 0, selected.length);
  }
  return replaced(edited, `${mark}${selected}${mark}`, mark.length, mark.length + selected.length);
}

function linked(edited: EditedText): EditedText {
  const selected = selectionOf(edited);
  if (/^https?:\/\/\S+$/.test(selected)) return replaced(edited, `[](${selected})`, 1, 1);
  const label = `[${selected}](`;
  return replaced(edited, `${label}url)`, label.length, label.length + 3);
}

function fenced(edited: EditedText, info: string): EditedText {
  const { text, start, end } = edited;
  const fence = '`'.repeat(Math.max(2, ...[...selectionOf(edited).matchAll(/`{3,}/g)].map(([run]) => run.length)) + 1);
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const opening = `${before}${fence}${info}\n`;
  const selected = selectionOf(edited);
  return replaced(edited, `${opening}${selected}\n${fence}${after}`, opening.length, opening.length + selected.length);
}

function listed({ text, start, end }: EditedText): EditedText {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(from, end).split('\n');
  const list = lines.map((line) => (line.startsWith('- ') ? line.slice(2) : `- ${line}`)).join('\n');
  return { text: text.slice(0, from) + list + text.slice(end), start: from, end: from + list.length };
}

/** The text to insert at the selection, on lines of its own if `isBlock`. Pure. */
export function inserted({ text, start, end }: EditedText, content: string, isBlock = false): EditedText {
  const isAtLine = start === 0 || text[start - 1] === '\n';
  const added = `${isBlock && !isAtLine ? '\n' : ''}${content}`;
  const at = start + added.length;
  return { text: text.slice(0, start) + added + text.slice(end), start: at, end: at };
}
