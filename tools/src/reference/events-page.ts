import {
  audiencesOf,
  type ClientCondition,
  clientEventDescriptions,
  type EventDescription,
  type EventForm,
  formSchema,
} from '@chat/contracts';
import { fieldTable } from './field-table.js';

const INTRODUCTION = `# Events

This page is for authors of clients; it is generated from \`libs/contracts\`. It describes the events in the response of GET /events.

\`\`\`json
{"id":12,"type":"typing","op":"start","message_type":"direct","sender":{"user_id":8,"email":"iago@example.com"},"recipients":[]}
\`\`\`

- Every event has \`id\` and, where shown, \`op\`. Ids increase within a queue and may have gaps.
- A client ignores events and fields that it does not know, and acknowledges every event, a \`heartbeat\` too.
- \`event_types\` of POST /register chooses the types. The form of an event depends on other parameters of POST /register:
  \`client_capabilities\`, \`apply_markdown\`, \`client_extavatar\`, \`slim_presence\`, \`include_subscribers\`.
- \`field[]\` is an item of a list. \`field{}\` is a value of an object with ids or names as keys.
- [Objects](objects.md) describes the types that start with a capital letter.`;

/** The page docs/reference/events.md. */
export function eventsPage(): string {
  const sent = clientEventDescriptions().filter(({ isNeverSent }) => !isNeverSent);
  const never = clientEventDescriptions().filter(({ isNeverSent }) => isNeverSent);
  return `${[
    INTRODUCTION,
    ...sent.map((event) => section(event)),
    '## Events that are never sent',
    'Clients of the same interface know them; this service does not cause them.',
    never.map((event) => `- \`${title(event)}\``).join('\n'),
  ].join('\n\n')}\n`;
}

const title = ({ type, op }: EventDescription): string => (op === undefined ? type : `${type}, op: ${op}`);

function section(event: EventDescription): string {
  const { when, forms, isDeprecated } = event;
  const audiences = [...new Set(forms.flatMap(({ fields }) => audiencesOf(fields)))];
  return [
    `## ${title(event)}`,
    [when, audiences.length > 0 && `Sent to ${audiences.join(', or ')}.`, isDeprecated && 'Deprecated.']
      .filter(Boolean)
      .join(' '),
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
