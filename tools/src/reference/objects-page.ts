import { classDefinitions, type JsonSchema, wordsFor } from '@chat/contracts';
import { fieldTable, linkTo } from './field-table.js';

const INTRODUCTION = `# Objects

This page is for authors of clients; it is generated from \`libs/contracts\`. It describes the objects that stand in parameters, responses
and [events](events.md). \`field[]\` is an item of a list; \`field{}\` is a value of an object with ids or names as keys.

\`\`\`json
{"type":"stream","to":[7],"topic":"lunch","content":"Soup"}
\`\`\``;

/** The page docs/reference/objects.md. */
export function objectsPage(): string {
  const objects = Object.entries(classDefinitions()).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${[INTRODUCTION, ...objects.map(([name, schema]) => section(name, schema))].join('\n\n')}\n`;
}

function section(name: string, schema: JsonSchema): string {
  const body = schema['properties'] === undefined ? wordsFor(schema, linkTo) : fieldTable(schema);
  return `## ${name}\n\n${typeof schema['description'] === 'string' ? `${schema['description']}\n\n` : ''}${body}`;
}
