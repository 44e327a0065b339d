import type { ClientCondition } from '../client-event.js';
import type { JsonSchema } from '../json-schema.js';
import { referredDefinitions } from './definitions.js';
import { clientEventDescriptions, type EventDescription, type EventForm, formSchema } from './events.js';
import { fieldTable, linkTo } from './field-table.js';
import { wordsFor } from './schema-words.js';

const INTRODUCTION = `# Events

What GET /events answers, event by event. This page is made from \`libs/contracts\` by \`npm run docs:reference\`; tests check every
event against the same classes.

Every event has \`id\` (integer, increasing within a queue, not necessarily consecutive), \`type\`, and, where shown, \`op\`.
A client ignores events and fields that it does not know. Which types come is chosen with \`event_types\` of POST /register;
forms depend on what the client said of itself there (\`client_capabilities\`, \`apply_markdown\`, \`client_extavatar\`,
\`slim_presence\`, \`include_subscribers\`). A \`heartbeat\` has to be acknowledged like every other event.

\`field[]\` is an item of a list, \`field{}\` a value of an object whose keys are ids or names.`;

/** docs/reference/events.md, whole. */
export function eventsPage(): string {
  const sent = clientEventDescriptions().filter(({ isNeverSent }) => !isNeverSent);
  const shared = referredDefinitions(sent.flatMap((event) => event.forms.map((form) => formSchema(event, form))));
  const never = clientEventDescriptions().filter(({ isNeverSent }) => isNeverSent);
  return `${[
    INTRODUCTION,
    ...sent.map((event) => section(event)),
    '# Events that are never sent',
    'Clients of the same interface know them; nothing in this service causes them.',
    never.map((event) => `- \`${title(event)}\``).join('\n'),
    '# Shared objects',
    ...Object.entries(shared)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, schema]) => definition(name, schema)),
  ].join('\n\n')}\n`;
}

const title = ({ type, op }: EventDescription): string => (op === undefined ? type : `${type}, op: ${op}`);

function section(event: EventDescription): string {
  const { when, forms, isDeprecated } = event;
  return [
    `## ${title(event)}`,
    `${when}${isDeprecated ? ' Deprecated.' : ''}`,
    ...forms.map((form) => formText(event, form)),
  ].join('\n\n');
}

function formText(event: EventDescription, form: EventForm): string {
  const heading = [form.name && `**${form.name}.**`, form.clients && condition(form.clients)].filter(Boolean).join(' ');
  const table = fieldTable(formSchema(event, form), ['id', 'type', 'op']);
  return heading === '' ? table : `${heading}\n\n${table}`;
}

const condition = ({ capability, isDeclared }: ClientCondition): string =>
  `Only to clients that ${isDeclared ? 'declared' : 'did not declare'} \`${capability}\`.`;

function definition(name: string, schema: JsonSchema): string {
  const body = schema['properties'] === undefined ? wordsFor(schema, linkTo) : fieldTable(schema);
  return `## ${name}\n\n${typeof schema['description'] === 'string' ? `${schema['description']}\n\n` : ''}${body}`;
}
