import { type ExampleRequest, formText } from './example-request.js';

/** A curl command, with one parameter per line. */
export function curlProgram(request: ExampleRequest) {
  const { method, path, parameters, sends, headers, text, sendsCredentials, upload, download } = request;
  // curl selects POST if there is a form.
  const hasUsualMethod = method === 'GET' || (method === 'POST' && sends !== 'nothing');
  const head = [
    'curl',
    hasUsualMethod ? '' : `-X ${method}`,
    sends === 'query' ? '-G' : '',
    download === undefined ? '' : '-O',
    `"$SERVER${path}"`,
    sendsCredentials ? '-u "$EMAIL:$API_KEY"' : '',
    sends === 'file' ? `-F file=@${upload}` : '',
  ].filter((part) => part !== '');
  // curl sends either parts or an encoded form, never both.
  const option = sends === 'file' ? '--form-string' : '--data-urlencode';
  const sent = [
    ...parameters.map(({ name, value }) => `${option} ${quoted(`${name}=${formText(value)}`)}`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(sends === 'text' ? [`--data-binary ${quoted(text)}`] : []),
  ];
  return [head.join(' '), ...sent].join(' \\\n  ');
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
