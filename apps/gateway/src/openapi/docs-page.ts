import {
  classDefinitions,
  clientEventDescriptions,
  type DescribedField,
  type Endpoint,
  eventName,
  type FieldRow,
  fieldRows,
  formSchema,
  fullPathOf,
  groupOf,
  type JsonSchema,
  responseFields,
  wordsFor,
} from '@chat/contracts';
import { fieldsOutsidePath } from '../http/parameters.pipe.js';
import { isFile } from './components.js';

/** Lets the page load its own style sheet only. */
export const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid #ccc; margin-top: 2rem; }
summary { cursor: pointer; padding: 0.3rem 0; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; }
th, td { border: 1px solid #ccc; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
b { display: inline-block; min-width: 4.5rem; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e4e4; } section, th, td { border-color: #444; } a { color: #8ab4f8; } }
`;

/** The documentation of all endpoints: one HTML page without scripts and external files. */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const tags = [...new Set(endpoints.map(groupOf))].sort();
  const sections = tags.map((tag) =>
    section(
      tag,
      endpoints.filter((endpoint) => groupOf(endpoint) === tag),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Team chat API</title><style>${STYLE}</style></head><body>
<h1>Team chat API</h1>
<p>Parameters are sent form-encoded, lists and objects among them as JSON text; those of GET requests in the query.
Authenticate with HTTP Basic: API email address and API key. The same as data: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
${eventSection()}
${objectSection()}
</body></html>
`;
}

function section(tag: string, endpoints: readonly Endpoint[]): string {
  return `<section><h2>${escaped(tag)}</h2>${endpoints.map(details).join('')}</section>`;
}

function details(endpoint: Endpoint): string {
  const { method, summary, description, deprecated } = endpoint;
  const rows = fieldsOutsidePath(endpoint).map(row);
  const table = rows.length === 0 ? '<p>No parameters.</p>' : `<table>${HEAD}${rows.join('')}</table>`;
  return `<details><summary><b>${method}</b> <code>${escaped(fullPathOf(endpoint))}</code> ${escaped(summary)}${
    deprecated ? ' (deprecated)' : ''
  }</summary>${description === undefined ? '' : `<p>${escaped(description)}</p>`}<p>${ACCESS[endpoint.access]}</p>${table}${responseTable(endpoint)}</details>`;
}

function responseTable(endpoint: Endpoint): string {
  if (isFile(endpoint)) return '<p>Answers with a file or a page.</p>';
  const fields = responseFields(endpoint);
  return fields === undefined ? '' : fieldsTable('Answer', fields, '<p>Answers with nothing but the envelope.</p>');
}

function eventSection(): string {
  const events = clientEventDescriptions()
    .filter(({ isNeverSent }) => !isNeverSent)
    .map((event) => {
      const forms = event.forms.map((form) => fieldsTable(form.name ?? 'Field', formSchema(event, form), ''));
      return `<details><summary><code>${eventName(event)}</code> ${escaped(event.when)}</summary>${forms.join('')}</details>`;
    });
  return `<section><h2>Events</h2>${events.join('')}</section>`;
}

function objectSection(): string {
  const objects = Object.entries(classDefinitions()).map(([name, schema]) => {
    const table = fieldsTable('Field', schema, `<p>${escaped(wordsFor(schema, (other) => other))}</p>`);
    return `<details><summary><code>${name}</code></summary>${table}</details>`;
  });
  return `<section><h2>Objects</h2>${objects.join('')}</section>`;
}

function fieldsTable(heading: string, schema: JsonSchema, otherwise: string): string {
  const rows = fieldRows(schema, (name) => name).map(fieldRow);
  const head = `<tr><th>${escaped(heading)}</th><th>Always</th><th>Kind</th><th></th></tr>`;
  return rows.length === 0 ? otherwise : `<table>${head}${rows.join('')}</table>`;
}

function fieldRow({ name, type, isRequired, isDeprecated, description }: FieldRow): string {
  const notes = [isDeprecated ? 'Deprecated.' : '', description].filter(Boolean).join(' ');
  return `<tr><td><code>${escaped(name)}</code></td><td>${isRequired ? 'yes' : 'no'}</td><td>${escaped(type)}</td><td>${escaped(notes)}</td></tr>`;
}

const HEAD = '<tr><th>Parameter</th><th>Required</th><th>Kind</th><th></th></tr>';

const ACCESS = {
  user: 'Needs credentials.',
  'user-or-spectator': 'Also without credentials, where the organization allows it.',
  anyone: 'Needs no credentials.',
};

function row({ wireName, required, type, description = '', aliases }: DescribedField): string {
  const names = [wireName, ...aliases].map((each) => `<code>${escaped(each)}</code>`).join(' or ');
  const kind = `${escaped(type.kind)}${type.encoding === 'plain' ? '' : ', JSON'}`;
  return `<tr><td>${names}</td><td>${required ? 'yes' : 'no'}</td><td>${kind}</td><td>${escaped(description)}</td></tr>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
