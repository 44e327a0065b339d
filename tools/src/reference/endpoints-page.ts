import {
  allEndpoints,
  Completion,
  type DescribedField,
  type Endpoint,
  exampleProgram,
  fieldsOf,
  fullPathOf,
  groupOf,
  isForBrowsers,
  RawResponse,
  responseFields,
} from '@chat/contracts';
import { fieldTable } from './field-table.js';

const INTRODUCTION = `# Endpoints

This page is for authors of clients and bots; it is generated from \`libs/contracts\`. A running server shows the same as a page at
\`/api/v1/docs\`, with examples in curl, JavaScript and Python, and as OpenAPI 3.1 at \`/api/v1/openapi.json\`.

\`\`\`sh
export SERVER=http://127.0.0.1:9991 EMAIL=iris@example.com API_KEY=0123456789abcdef0123456789abcdef
curl "$SERVER/api/v1/users/me" -u "$EMAIL:$API_KEY"
\`\`\`

- Parameters are form-encoded; for GET they stand in the query. Lists and objects are JSON text.
- Requests authenticate with HTTP Basic: API email address and API key.
- Every response is a JSON object with \`result\` and \`msg\`. \`ignored_parameters_unsupported\` lists parameters that the endpoint does
  not know. [Errors](errors.md) have a page of their own.
- [Objects](objects.md) describes the types that start with a capital letter.`;

const ACCESS = {
  user: 'Requires credentials.',
  'user-or-spectator': 'Works without credentials if the realm allows it.',
  anyone: 'Requires no credentials.',
};

/** The page docs/reference/endpoints.md. */
export function endpointsPage(): string {
  const groups = [...new Set(allEndpoints().map(groupOf))].sort();
  return `${[
    INTRODUCTION,
    ...groups.flatMap((group) => [
      `## ${group}`,
      ...allEndpoints()
        .filter((endpoint) => groupOf(endpoint) === group)
        .map(section),
    ]),
  ].join('\n\n')}\n`;
}

function section(endpoint: Endpoint): string {
  const { method, aliasPaths = [], summary, description, deprecated, access } = endpoint;
  const fields = fieldsOf(endpoint.parameters);
  return [
    `### ${method} ${fullPathOf(endpoint)}`,
    [
      `${summary}.`,
      deprecated ? 'Deprecated.' : '',
      description ?? '',
      isForBrowsers(endpoint) && access === 'user' ? 'Requires a session.' : ACCESS[access],
      aliasPaths.length > 0 ? `Also at ${aliasPaths.map((alias) => `\`${alias}\``).join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    fields.length === 0
      ? 'No parameters.'
      : ['| Parameter | Type | |', '|---|---|---|', ...fields.map(parameterRow)].join('\n'),
    isForBrowsers(endpoint) ? '' : `\`\`\`sh\n${exampleProgram('curl', endpoint)}\n\`\`\``,
    response(endpoint),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function parameterRow({
  wireName,
  type,
  required,
  deprecated,
  description = '',
  aliases,
  defaultValue,
}: DescribedField) {
  const notes = [
    required ? '' : 'Optional.',
    deprecated ? 'Deprecated.' : '',
    defaultValue === undefined ? '' : `Default: \`${JSON.stringify(defaultValue)}\`.`,
    description,
  ];
  const names = [wireName, ...aliases].map((name) => `\`${name}\``).join(' or ');
  return `| ${names} | ${shownType(type)} | ${notes.filter(Boolean).join(' ')} |`;
}

/** A longer list, that of the languages, is in the OpenAPI description. */
const MAX_LISTED_CHOICES = 20;

function shownType({ kind, encoding, schema }: DescribedField['type']): string {
  const choices = Array.isArray(schema['enum']) && schema['enum'].length <= MAX_LISTED_CHOICES ? schema['enum'] : [];
  const listed = choices.map((choice) => `\`${choice}\``).join(', ');
  const shown = listed === '' ? kind : `${kind} ${listed}`;
  return encoding === 'json' ? `${shown}, as JSON` : shown;
}

function response(endpoint: Endpoint): string {
  const { path, response: type } = endpoint;
  if (type === RawResponse) return 'The response is a file or a page.';
  if (type === Completion) return 'A partial success has `result: "partially_completed"`: repeat the request.';
  if (path === '/register') return 'The response has a field set for each requested event type.';
  const fields = responseFields(endpoint);
  return fields === undefined || Object.keys(fields['properties'] ?? {}).length === 0
    ? 'The response has no further fields.'
    : fieldTable(fields).replace('| Field |', '| Response field |');
}
