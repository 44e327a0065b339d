import { type FieldRow, fieldRows, type JsonSchema } from '@chat/contracts';

/** The name of a definition, as a link to its section of the page that describes it. */
export const linkTo = (name: string): string =>
  name === 'Event' ? '[Event](events.md)' : `[${name}](objects.md#${name.toLowerCase()})`;

/** A Markdown table of an object's fields. */
export function fieldTable(schema: JsonSchema, leftOut: readonly string[] = []): string {
  const rows = fieldRows(schema, linkTo).filter(({ name }) => !leftOut.includes(name));
  return rows.length === 0
    ? 'No further fields.'
    : ['| Field | Type | |', '|---|---|---|', ...rows.map(line)].join('\n');
}

function line({ name, type, isRequired, isDeprecated, description }: FieldRow): string {
  const notes = [isRequired ? '' : 'Optional.', isDeprecated ? 'Deprecated.' : '', description].filter(Boolean);
  const shownType = type.replace(/"[^"]*"(, "[^"]*")*/g, '`$&`');
  return `| \`${name}\` | ${shownType} | ${notes.join(' ')} |`;
}
