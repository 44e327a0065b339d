import type { ExampleParameter, ExampleRequest } from './example-request.js';
import type { ExampleValue } from './example-values.js';

/** A module for Node.js without packages. */
export function javaScriptProgram(request: ExampleRequest): string {
  const { sends, sendsCredentials, download } = request;
  const functions = [sends === 'file' && 'readFile', download && 'writeFile'].filter(Boolean);
  return [
    ...functions.map((name) => `import { ${name} } from 'node:fs/promises';\n`),
    `const { SERVER${sendsCredentials ? ', EMAIL, API_KEY' : ''} } = process.env;`,
    ...bodyLines(request),
    ...fetchLines(request),
    outputLine(request),
  ].join('\n');
}

function bodyLines({ parameters, sends, upload }: ExampleRequest): string[] {
  if (sends === 'nothing' || sends === 'text') return [];
  if (sends === 'file') {
    return [
      'const form = new FormData();',
      `form.append('file', new Blob([await readFile('${upload}')]), '${upload}');`,
      ...parameters.map((parameter) => `form.append('${parameter.name}', ${sentText(parameter)});`),
    ];
  }
  return [
    `const ${sends} = new URLSearchParams({`,
    ...parameters.map((parameter) => `  ${parameter.name}: ${sentText(parameter)},`),
    '});',
  ];
}

const sentText = ({ value, isJson }: ExampleParameter): string =>
  isJson ? `JSON.stringify(${literal(value)})` : literal(value);

function fetchLines({ method, path, sends, headers: own, text, sendsCredentials }: ExampleRequest): string[] {
  const address = `\`\${SERVER}${path}${sends === 'query' ? '?${query}' : ''}\``;
  const headers = [
    sendsCredentials ? 'Authorization: `Basic ${btoa(`${EMAIL}:${API_KEY}`)}`' : '',
    ...Object.entries(own).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ].filter((header) => header !== '');
  const options = [
    method === 'GET' ? '' : `  method: '${method}',`,
    headers.length === 0 ? '' : `  headers: { ${headers.join(', ')} },`,
    sends === 'form' || sends === 'file' ? '  body: form,' : '',
    sends === 'text' ? `  body: ${literal(text)},` : '',
  ].filter((line) => line !== '');
  return options.length === 0
    ? [`const response = await fetch(${address});`]
    : [`const response = await fetch(${address}, {`, ...options, '});'];
}

function outputLine({ download, isJson }: ExampleRequest): string {
  if (download !== undefined) return `await writeFile('${download}', Buffer.from(await response.arrayBuffer()));`;
  return `console.log(await response.${isJson ? 'json' : 'text'}());`;
}

/** A value as JavaScript writes it. */
function literal(value: ExampleValue): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}
