import { type ExampleRequest, formText } from './example-request.js';
import type { ExampleValue } from './example-values.js';

/** A script for Python 3 without packages. */
export function pythonProgram(request: ExampleRequest): string {
  return [
    ...importLines(request),
    '',
    'server = os.environ["SERVER"]',
    ...(request.sendsCredentials
      ? [
          'credentials = os.environ["EMAIL"] + ":" + os.environ["API_KEY"]',
          'authorization = "Basic " + base64.b64encode(credentials.encode()).decode()',
        ]
      : []),
    ...bodyLines(request),
    ...requestLines(request),
    ...outputLines(request),
  ].join('\n');
}

function importLines({ parameters, sends, sendsCredentials, isJson }: ExampleRequest): string[] {
  return [
    sendsCredentials && 'base64',
    (isJson || (sends !== 'file' && parameters.some((parameter) => parameter.isJson))) && 'json',
    'os',
    (sends === 'query' || sends === 'form') && 'urllib.parse',
    'urllib.request',
  ]
    .filter((module) => module !== false)
    .map((module) => `import ${module}`);
}

function bodyLines({ parameters, sends, upload }: ExampleRequest): string[] {
  if (sends === 'nothing' || sends === 'text') return [];
  if (sends === 'file') {
    const parts = [
      ...parameters.map(
        ({ name, value }) => String.raw`${partHead(`name="${name}"`)} + ${literal(formText(value))}.encode() + b"\r\n"`,
      ),
      partHead(`name="file"; filename="${upload}"`),
      String.raw`content + b"\r\n--boundary--\r\n"`,
    ];
    return [
      `with open("${upload}", "rb") as file:`,
      '    content = file.read()',
      'form = (',
      ...parts.map((part, index) => `    ${index === 0 ? '' : '+ '}${part}`),
      ')',
    ];
  }
  return [
    `${sends} = urllib.parse.urlencode({`,
    ...parameters.map(({ name, value, isJson }) => {
      const text = literal(value);
      return `    "${name}": ${isJson ? `json.dumps(${text})` : text},`;
    }),
    '})',
  ];
}

const partHead = (disposition: string): string =>
  String.raw`b'--boundary\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n'`;

function requestLines({ method, path, sends, headers: own, text, sendsCredentials }: ExampleRequest): string[] {
  const headers = [
    sendsCredentials ? '"Authorization": authorization' : '',
    sends === 'file' ? '"Content-Type": "multipart/form-data; boundary=boundary"' : '',
    ...Object.entries(own).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ].filter((header) => header !== '');
  return [
    'request = urllib.request.Request(',
    `    f"{server}${path}${sends === 'query' ? '?{query}' : ''}",`,
    method === 'GET' ? '' : `    method="${method}",`,
    headers.length === 0 ? '' : `    headers={${headers.join(', ')}},`,
    {
      form: '    data=form.encode(),',
      file: '    data=form,',
      text: `    data=b${literal(text)},`,
      query: '',
      nothing: '',
    }[sends],
    ')',
  ].filter((line) => line !== '');
}

function outputLines({ download, isJson }: ExampleRequest): string[] {
  if (download !== undefined) {
    return [
      `with urllib.request.urlopen(request) as response, open("${download}", "wb") as file:`,
      '    file.write(response.read())',
    ];
  }
  return [
    'with urllib.request.urlopen(request) as response:',
    `    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ];
}

/** A value as Python writes it. JSON differs only in three words. */
function literal(value: ExampleValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${literal(member)}`)
      .join(', ')}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
