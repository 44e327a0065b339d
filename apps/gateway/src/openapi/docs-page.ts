import {
  classDefinitions,
  clientEventDescriptions,
  type DescribedField,
  type Endpoint,
  type EventDescription,
  EXAMPLE_LANGUAGES,
  eventName,
  exampleProgram,
  type FieldRow,
  fieldRows,
  formSchema,
  fullPathOf,
  groupOf,
  isForBrowsers,
  type JsonSchema,
  responseFields,
  wordsFor,
} from '@chat/contracts';
import { fieldsOutsidePath, pathFieldsOf } from '../http/endpoint-fields.js';
import { escaped } from '../pages/html.js';
import { isFile } from './components.js';
import { DOCS_STYLE } from './docs-style.js';

/** Lets the page load its own style sheet only. */
export const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The documentation of all endpoints: one HTML page without scripts and external files. */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const groups = [...new Set(endpoints.map(groupOf))].sort();
  const sections = [
    ...groups.map((group) => ({
      id: group,
      title: titleOf(group),
      entries: endpoints.filter((endpoint) => groupOf(endpoint) === group).map(endpointEntry),
    })),
    {
      id: 'event-list',
      title: 'Events of queues',
      entries: clientEventDescriptions()
        .filter(({ isNeverSent }) => !isNeverSent)
        .map(eventEntry),
    },
    { id: 'object-list', title: 'Objects', entries: Object.entries(classDefinitions()).map(objectEntry) },
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Team chat API</title><style>${DOCS_STYLE}</style></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header>
${introduction()}
</header>
<div class="bar"><a href="#groups">Groups</a>${languageChoice()}</div>
<div class="columns">
<nav id="groups" aria-labelledby="groups-title"><h2 id="groups-title">Groups</h2><ul>
${sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('\n')}
</ul></nav>
<main id="content">
${sections.map(({ id, title, entries }) => `<section id="${id}"><h2>${escaped(title)}</h2>\n${entries.join('\n')}\n</section>`).join('\n')}
</main>
</div>
</body></html>
`;
}

const EXAMPLE_ENVIRONMENT = `export SERVER=http://127.0.0.1:9991
export EMAIL=iris@example.com
export API_KEY=0123456789abcdef0123456789abcdef`;

const introduction = () => `<h1>Team chat API</h1>
<p>Parameters are form-encoded; for GET they stand in the query. Lists and objects are JSON text. Requests authenticate with HTTP
Basic: API email address and API key. The same description as data: <a href="openapi.json">openapi.json</a>.</p>
<p>Each endpoint has an example in the language that you choose. The examples need no packages. They read the address of
the server and the credentials from the environment:</p>
${preformatted(EXAMPLE_ENVIRONMENT, 'Environment')}`;

const titleOf = (group: string): string => group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ');

function languageChoice(): string {
  const choices = EXAMPLE_LANGUAGES.map((language, index) => {
    const input = `<input type="radio" name="language" id="language-${language.toLowerCase()}"${index === 0 ? ' checked' : ''}>`;
    return `<label>${input}${language}</label>`;
  });
  return `<fieldset><legend>Language of the examples</legend>${choices.join('')}</fieldset>`;
}

/** An entry that opens and closes. `heading` is HTML. */
const entry = (id: string, heading: string, summary: string, body: string): string =>
  `<details id="${id}"><summary><h3>${heading}</h3>${summary && `<p>${escaped(summary)}</p>`}</summary><div class="body">${body}</div></details>`;

const ACCESS = {
  user: 'Requires credentials.',
  'user-or-spectator': 'Works without credentials if the organization allows it.',
  anyone: 'Requires no credentials.',
};

function endpointEntry(endpoint: Endpoint): string {
  const { method, summary, description, deprecated, access } = endpoint;
  const path = fullPathOf(endpoint);
  const heading = `<span class="method ${method.toLowerCase()}">${method}</span> <code>${escaped(path).replaceAll('/', '/<wbr>')}</code>`;
  const notes = [deprecated ? 'Deprecated.' : '', description ?? '', ACCESS[access]].filter(Boolean).join(' ');
  return entry(
    `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9_]+/g, '-').replace(/-$/, '')}`,
    heading,
    summary,
    `<p>${escaped(notes)}</p>${parameterList(endpoint)}${exampleList(endpoint)}${responseList(endpoint)}`,
  );
}

function parameterList(endpoint: Endpoint): string {
  const rows = [...pathFieldsOf(endpoint), ...fieldsOutsidePath(endpoint)].map(parameterRow);
  return rows.length === 0 ? '<p>No parameters.</p>' : `<h4>Parameters</h4>${fieldList(rows)}`;
}

function parameterRow({ wireName, aliases, type, required, deprecated, description, defaultValue }: DescribedField) {
  const isShown = defaultValue !== undefined;
  return {
    name: [wireName, ...aliases].join(' or '),
    type: `${wordsFor(type.schema, (name) => name)}${type.encoding === 'json' ? ' as JSON' : ''}`,
    isRequired: required,
    isDeprecated: deprecated,
    description: [isShown ? `Default: ${JSON.stringify(defaultValue)}.` : '', description ?? ''].join(' ').trim(),
  };
}

/** The style sheet shows the example in the chosen language. */
function exampleList(endpoint: Endpoint): string {
  if (isForBrowsers(endpoint)) return '';
  const examples = EXAMPLE_LANGUAGES.map(
    (language) =>
      `<div class="example ${language.toLowerCase()}"><h4>Example in ${language}</h4>${preformatted(exampleProgram(language, endpoint), `Example in ${language}`)}</div>`,
  );
  return examples.join('');
}

/** The keyboard can scroll a wide block, so it has a place in the tab order and a name. */
function preformatted(text: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${label}"><code>${escaped(text)}</code></pre>`;
}

function responseList(endpoint: Endpoint): string {
  if (isFile(endpoint)) return '<p>The response is a file or a page.</p>';
  const rows = rowsOf(responseFields(endpoint) ?? {});
  return rows.length === 0
    ? '<p>The response has no further fields.</p>'
    : `<h4>Fields of the response</h4>${fieldList(rows)}`;
}

function eventEntry(event: EventDescription): string {
  const forms = event.forms.map((form) => {
    const heading = form.name === undefined ? '' : `<h4>${escaped(form.name)}</h4>`;
    return heading + fieldList(rowsOf(formSchema(event, form)));
  });
  const name = eventName(event);
  return entry(`event-${name}`, `<code>${escaped(name)}</code>`, event.when, forms.join(''));
}

function objectEntry([name, schema]: [name: string, schema: JsonSchema]): string {
  const rows = rowsOf(schema);
  const body = rows.length === 0 ? `<p>${escaped(wordsFor(schema, (other) => other))}</p>` : fieldList(rows);
  return entry(`object-${name}`, `<code>${escaped(name)}</code>`, '', body);
}

const rowsOf = (schema: JsonSchema): FieldRow[] => fieldRows(schema, (name) => name);

function fieldList(rows: readonly FieldRow[]): string {
  const items = rows.map(({ name, type, isRequired, isDeprecated, description }) => {
    const notes = [isRequired ? '' : 'optional', isDeprecated ? 'deprecated' : ''].filter(Boolean).join(', ');
    const term = `<code>${escaped(name)}</code> ${withLinks(type)}${notes && ` <span class="note">${notes}</span>`}`;
    return `<dt>${term}</dt>${description && `<dd>${escaped(description)}</dd>`}`;
  });
  return `<dl>${items.join('')}</dl>`;
}

/** Names of objects become links to their entries. */
const withLinks = (type: string): string =>
  escaped(type).replace(/\b[A-Z]\w+\b/g, (name) =>
    name in classDefinitions() ? `<a href="#object-${name}">${name}</a>` : name,
  );
