import { API_PREFIX, type ApiOperation, type ApiParameter } from '../support/api-description.js';
import { png } from '../support/png.js';
import type { RawRequest } from '../support/raw-http.js';
import { fittingText, isDocument, type KnownValues, withOnePlaceReplaced } from './fitting-value.js';
import { HUGE_VALUES, ODD_MEMBERS, ODD_VALUES_BY_KIND } from './odd-values.js';
import { isOfOwnKind, TriedRules } from './tried-rules.js';

/** A request that is wrong somewhere, with words for where. */
export interface HostileRequest {
  readonly operation: ApiOperation;
  readonly what: string;
  readonly request: RawRequest;
}

/** Headers that identify the sender in every request. */
export interface Sender {
  readonly host: string;
  readonly authorization: string;
}

/** Names and values as they are sent, escaped; several of one name are possible. */
export type Pairs = readonly (readonly [name: string, escapedValue: string])[];

/** Of the values that another parameter with the same rule has got, every n-th is enough. */
const OTHERS_GET_EVERY_NTH = 20;
/** The same for huge values. */
const HUGE_EVERY_NTH = 4;
/** The same for bodies, after an endpoint with the same kind of body. */
const BODIES_EVERY_NTH = 4;

/** Every n-th of the values, at least one; the offset chooses the first. */
const everyNth = <Value>(values: readonly Value[], n: number, offset: number): Value[] => {
  const step = Math.min(n, values.length);
  return values.filter((_, index) => index % step === offset % step);
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** Optional parameters without which a request is refused before the others are looked at, or without which it waits. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  'GET /events': ['queue_id', 'last_event_id', 'dont_block'],
  'GET /messages': ['anchor'],
  'POST /messages': ['to', 'topic'],
  'PATCH /bots/{bot_id}': ['full_name'],
  'PATCH /scheduled_messages/{scheduled_message_id}': ['content'],
  'POST /scheduled_messages': ['topic'],
  'POST /drafts': ['drafts'],
  'POST /users/me/status': ['status_text'],
  'POST /users/me/second_factor/totp': ['password'],
  'POST /realm/profile_fields': ['name'],
  'PATCH /users/me/subscriptions/muted_topics': ['stream_id'],
  'PATCH /messages/{message_id}': ['content'],
  'PATCH /user_groups/{user_group_id}': ['name'],
  'PATCH /default_stream_groups/{group_id}': ['new_description'],
  'POST /user_groups/{user_group_id}/members': ['add'],
  'POST /user_groups/{user_group_id}/subgroups': ['add'],
  'PATCH /users/me/subscriptions': ['add'],
};

/** Makes the requests for one endpoint. */
export class HostileRequests {
  private readonly fitting: ReadonlyMap<string, string>;
  /** Chooses the values where the endpoint gets a sample. */
  private readonly offset: number;

  constructor(
    readonly operation: ApiOperation,
    private readonly sender: Sender,
    known: KnownValues,
    /** Methods of all endpoints at this path; the test of unserved methods leaves them out. */
    private readonly servedMethods: readonly string[],
  ) {
    const parameters = [...operation.pathParameters, ...operation.parameters];
    this.offset = operation.name.length;
    this.fitting = new Map(parameters.map((parameter) => [parameter.name, fittingText(operation, parameter, known)]));
  }

  /** Every parameter with odd values, the others as they should be. */
  *oddValues(rules = new TriedRules()): Generator<HostileRequest> {
    for (const [place, parameter] of [...this.operation.pathParameters, ...this.operation.parameters].entries()) {
      const share = rules.shareOf(this.operation, parameter);
      for (const [kind, values] of Object.entries(ODD_VALUES_BY_KIND)) {
        const isComplete = share === 'all' || (share === 'its own' && isOfOwnKind(parameter, kind));
        for (const value of isComplete ? values : everyNth(values, OTHERS_GET_EVERY_NTH, this.offset + place)) {
          yield this.withValue(parameter, kind === 'bytes' ? value : escaped(value), value);
        }
      }
      if (share !== 'a sample' && isDocument(parameter)) yield* this.oddDocuments(parameter);
    }
  }

  /** One parameter of each kind with every huge value, and at each endpoint one with some of them. */
  *hugeValues(rules: TriedRules): Generator<HostileRequest> {
    const isInBody = this.operation.method !== 'GET' && !this.operation.takesJson;
    const values = HUGE_VALUES.filter(({ length }) => isInBody || length < 3_000);
    for (const [place, parameter] of this.operation.parameters.entries()) {
      const share = rules.shareOf(this.operation, parameter);
      if (share === 'a sample') continue;
      for (const value of share === 'all' ? values : everyNth(values, HUGE_EVERY_NTH, this.offset + place)) {
        yield this.withValue(parameter, escaped(value), `${value.slice(0, 40)}… (${value.length} characters)`);
      }
    }
  }

  /** Missing, repeated, unknown and misplaced parameters; other methods, content types, bodies. */
  *oddForms(rules = new TriedRules()): Generator<HostileRequest> {
    const { operation } = this;
    const pairs = this.fittingPairs();
    for (const { name } of operation.parameters.filter(({ isRequired }) => isRequired)) {
      yield this.of(`without ${name}`, { pairs: pairs.filter(([given]) => given !== name) });
      yield this.of(`${name} twice, once empty`, { pairs: [...pairs, [name, '']] });
      yield this.of(`${name}[]`, {
        pairs: pairs.map(([given, value]) => [given === name ? `${name}[]` : given, value]),
      });
    }
    yield this.of('with unknown names', {
      pairs: [...pairs, ...['__proto__', 'constructor', 'toString', '', '%00', 'a%22b', '%F0%9F%98%80'].map(named)],
    });
    yield this.of('with 2,000 unknown names', { pairs: Array.from({ length: 2_000 }, (_, n) => [`p${n}`, '1']) });
    yield this.of('without anything', { pairs: [] });
    const bodies = [...this.oddBodies(pairs)];
    yield* rules.isFirstBody(operation) ? bodies : everyNth(bodies, BODIES_EVERY_NTH, this.offset);
    for (const method of METHODS) {
      if (!this.servedMethods.includes(method)) yield this.of(`as ${method}`, { pairs, method });
    }
  }

  /** With the given parameters, escaped but otherwise unchanged. */
  of(
    what: string,
    {
      pairs,
      method = this.operation.method,
      path = this.pathWith(),
      contentType = 'application/x-www-form-urlencoded',
      body,
    }: { pairs: Pairs; method?: string; path?: string; contentType?: string | undefined; body?: Buffer | string },
  ): HostileRequest {
    const encoded = pairs.map(([name, value]) => `${name}=${value}`).join('&');
    const { takesJson } = this.operation;
    const isInQuery = (method === 'GET' || method === 'HEAD' || takesJson) && body === undefined;
    const bytes = isInQuery
      ? takesJson
        ? Buffer.from('{}')
        : undefined
      : typeof body === 'object'
        ? body
        : Buffer.from(body ?? encoded, 'latin1');
    const headers: [string, string][] = [
      ['host', this.sender.host],
      ['authorization', this.sender.authorization],
    ];
    if (bytes !== undefined) {
      if (contentType !== undefined) headers.push(['content-type', contentType]);
      headers.push(['content-length', String(bytes.length)]);
    }
    const target = isInQuery && encoded !== '' ? `${path}?${encoded}` : path;
    return { operation: this.operation, what, request: { method, target, headers, body: bytes } };
  }

  /** Required parameters, and the usual optional ones, with valid values. */
  fittingPairs(): [string, string][] {
    const usual = USUAL[this.operation.name] ?? [];
    return this.operation.parameters
      .filter(({ name, isRequired }) => isRequired || usual.includes(name))
      .map(({ name }) => [name, escaped(this.fitting.get(name) as string)]);
  }

  /** The path with its parameters as they should be, but for one. */
  pathWith(name?: string, escapedValue?: string): string {
    return this.operation.path.replace(/\{([^}]+)\}/g, (_, each: string) =>
      each === name ? (escapedValue as string) : escaped(this.fitting.get(each) as string),
    );
  }

  private withValue(parameter: ApiParameter, escapedValue: string, shown: string): HostileRequest {
    const what = `${parameter.name}=${JSON.stringify(shown)}`;
    if (this.operation.pathParameters.includes(parameter)) {
      return this.of(what, { pairs: this.fittingPairs(), path: this.pathWith(parameter.name, escapedValue) });
    }
    const others = this.fittingPairs().filter(([name]) => name !== parameter.name);
    return this.of(what, { pairs: [...others, [parameter.name, escapedValue]] });
  }

  private *oddDocuments(parameter: ApiParameter): Generator<HostileRequest> {
    const text = this.fitting.get(parameter.name) as string;
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      return;
    }
    for (const changed of withOnePlaceReplaced(document, ODD_MEMBERS)) {
      const value = JSON.stringify(changed);
      yield this.withValue(parameter, escaped(value), value.slice(0, 500));
    }
  }

  private *oddBodies(pairs: Pairs): Generator<HostileRequest> {
    if (this.operation.method === 'GET') return;
    const types = [
      'application/json',
      'text/plain; charset=utf-16',
      'application/x-www-form-urlencoded; charset=shift_jis',
      'multipart/form-data',
      'multipart/form-data; boundary=""',
      'multipart/mixed; boundary=x',
      'application/xml',
      'garbage',
      ';;;',
      'a/b/c',
      `text/plain; a=${'b'.repeat(2_000)}`,
    ];
    for (const contentType of types) yield this.of(`as ${contentType.slice(0, 60)}`, { pairs, contentType });
    yield this.of('without a content type', { pairs, contentType: undefined });
    const multipart = 'multipart/form-data; boundary=B';
    for (const body of ODD_MULTIPART) yield this.of(JSON.stringify(body), { pairs: [], contentType: multipart, body });
    yield this.of('a body of raw bytes', { pairs: [], body: Buffer.from([0xff, 0xfe, 0x00, 0x3d, 0x80, 0x26, 0xc3]) });
    yield this.of('a body in the query, too', { pairs, path: `${this.pathWith()}?${joined(pairs)}` });
    yield this.of('everything in the query', {
      pairs: [],
      path: `${this.pathWith()}?${joined(pairs).slice(0, 8_000)}`,
    });
  }
}

const file = (content: string) =>
  `${part('Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png', content)}--B--\r\n`;

const part = (head: string, value = 'x') => `--B\r\n${head}\r\n\r\n${value}\r\n`;
const ODD_MULTIPART = [
  '',
  '--B',
  '--B--\r\n',
  '--B\r\n\r\n\r\n--B--',
  `${part('Content-Disposition: form-data; name="content"')}`,
  `${part('Content-Disposition: form-data; name="content"; filename="a.png"', '\x89PNG\r\n\x1a\n')}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="file"; filename="../../a\0.png"\r\nContent-Type: image/png', 'GIF89a\xff\xff\xff\xff')}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="file"; filename="a.svg"\r\nContent-Type: image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')}--B--\r\n`,
  file(png(1, 1)),
  file(png(1, 1).slice(0, -20)),
  file(png(0, 0)),
  file(png(60_000, 60_000)),
  file(png(0x7fffffff, 0x7fffffff)),
  file('GIF89a\x01\x00\x01\x00\x00\xff\x00,'),
  file('%PDF-1.4'),
  file(''),
  `${part('Content-Disposition: form-data; name="file"; filename=""')}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="__proto__"')}--B--\r\n`,
  `${part(`Content-Disposition: form-data; name="${'n'.repeat(9_000)}"`)}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="a"; name="b"')}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="type"\r\nContent-Transfer-Encoding: base64', 'c3RyZWFt')}--B--\r\n`,
  `${part('Content-Disposition: form-data; name="type"', '\xff\xfe')}--B--\r\n`,
  part('Content-Disposition: form-data; name="a"').repeat(1_500),
];

/** Paths that are not quite those of endpoints. */
export const ODD_PATHS: readonly string[] = [
  '/',
  '//',
  '/api',
  API_PREFIX,
  `${API_PREFIX}/`,
  `//api//v1//users`,
  `${API_PREFIX}/users/`,
  `${API_PREFIX}/users//me`,
  `${API_PREFIX}/USERS`,
  `${API_PREFIX}/users/%`,
  `${API_PREFIX}/users/%zz`,
  `${API_PREFIX}/users/%ff%fe`,
  `${API_PREFIX}/users/%00`,
  `${API_PREFIX}/users/a%2Fb`,
  `${API_PREFIX}/users/..%2f..%2fmetrics`,
  `${API_PREFIX}/../../etc/passwd`,
  `${API_PREFIX}/users/${'9'.repeat(400)}`,
  `${API_PREFIX}/users/${'a'.repeat(5_000)}`,
  `${API_PREFIX}/messages/${'/'.repeat(1_000)}`,
  `${API_PREFIX}/messages/1e5`,
  `${API_PREFIX}/messages/-1`,
  `${API_PREFIX}/messages/0`,
  `${API_PREFIX}/__proto__`,
  `${API_PREFIX}/constructor/prototype`,
  `${API_PREFIX}/users;a=b`,
  `${API_PREFIX}/users?`,
  `${API_PREFIX}/users?&&&===&%=%`,
  `${API_PREFIX}/users?a=1#b`,
  `${API_PREFIX}/users?${'a'.repeat(10_000)}`,
  `${API_PREFIX}/users?__proto__[a]=1&a[b][c]=1&a[]=2`,
  'http://other.test/api/v1/users',
  '/metrics',
  '/health/ready',
  '/.env',
  '/static/../package.json',
  '/static/images/..%2f..%2fpackage.json',
  '/user_avatars/1/../../x',
  '/user_avatars/1/%00.png',
  '*',
  `${API_PREFIX}/users\\me`,
  `${API_PREFIX}/us\x80ers`,
];

/** Odd headers, each sent in addition to the headers of the sender. */
export const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['user-agent', ''],
  ['user-agent', '\x80\xff\xfe'],
  ['user-agent', 'x'.repeat(12_000)],
  ['user-agent', '__proto__/1.0'],
  ['user-agent', 'constructor'],
  ['x-big', 'x'.repeat(20_000)],
  ['authorization', 'Basic'],
  ['authorization', 'Basic !!!'],
  ['authorization', `Basic ${Buffer.from('a\0b:c\0d').toString('base64')}`],
  ['authorization', `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xff]).toString('base64')}`],
  ['authorization', `Basic ${Buffer.from('a'.repeat(5_000)).toString('base64')}`],
  ['authorization', `Basic ${Buffer.from(':').toString('base64')}`],
  ['authorization', `Bearer ${'x'.repeat(32)}`],
  ['authorization', ''],
  ['accept', 'text/html;q=NaN'],
  ['accept-encoding', 'gzip, br, *;q=0'],
  ['content-encoding', 'gzip'],
  ['x-forwarded-for', "' OR 1=1, ::1, \x80"],
  ['x-forwarded-proto', 'javascript'],
  ['x-forwarded-host', 'evil.test'],
  ['host', ''],
  ['host', 'a b'],
  ['host', `${'a'.repeat(300)}.test`],
  ['host', '[::1'],
  ['host', '__proto__'],
  ['expect', '100-continue'],
  ['expect', 'the unexpected'],
  ['upgrade', 'websocket'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-99999999999'],
  ['x-request-id', "'; DROP TABLE x; --"],
  ['cookie', `__proto__=1; ${'a=b; '.repeat(1_000)}`],
  ['origin', 'null'],
  ['x-http-method-override', 'DELETE'],
];

const escaped = encodeURIComponent;
const named = (name: string): [string, string] => [name, '1'];
const joined = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${value}`).join('&');
