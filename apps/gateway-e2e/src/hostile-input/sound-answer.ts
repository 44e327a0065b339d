import { API_PREFIX } from '../support/api-description.js';
import type { RawAnswer, RawRequest } from '../support/raw-http.js';

/** No request here waits for anything, so none may take longer. Generous, since everything shares the machine. */
const SLOW_MS = 8_000;

/** Statuses that the contract knows. */
const STATUSES = new Set([200, 204, 400, 401, 403, 404, 405, 408, 413, 429, 431]);

/** Further statuses of endpoints that speak tus. */
const TUS_STATUSES = new Set([201, 409, 411, 412, 415, 422, 460]);
const SPEAKS_TUS = /^\/api\/v1\/tus(?:$|[/?])/;

/** Endpoints that succeed with a redirect to a picture. */
const LEADS_TO_PICTURE = /^\/api\/v1\/realm\/(?:icon|logo)(?:$|[/?])/;
/** Redirect of the web client's page for a browser without a session. */
const TO_SIGN_IN = '/login/?next=/';

/** Names of internals. No hostile value contains them, so a response with such a name reveals internals. */
const INSIDE =
  /node_modules|node:internal|\.[jt]s:\d+|\bat (?:async )?[A-Za-z.<>]+ \(|QueryFailed|SELECT .* FROM|INSERT INTO|violates|constraint|relation "|syntax error at|invalid input syntax|invalid byte sequence|FST_|fastify|nest\b|NestJS|typeorm|ioredis|ECONN|ETIMEDOUT|EPIPE|WRONGTYPE|TypeError|RangeError|SyntaxError|ReferenceError|Cannot read propert|is not a function|Maximum call stack|Unexpected token|Unexpected end of JSON|is not iterable/i;
/** Texts that result from an unexpected value. */
const UNTHOUGHT =
  /\[object |\bundefined\b|\bNaN\b|must be an? (?:string|number|array|object|integer number)|should not be empty|must not be (?:less|greater)|nested property/;

/** Errors about a password in the body: they do not ask for the credentials of the header. */
const ASKS_FOR_PASSWORD = /\/fetch_api_key(?:$|[/?#])/;
const ASKS_FOR_OWN_PASSWORD = '"code":"REAUTHENTICATION_REQUIRED"';

/** The file of a bot for client libraries, which is no JSON. */
const BOT_FILE = /\/bots\/\d+\/zuliprc(?:$|\?)/;

/** Whether the answer is a success. */
export function isTaken({ method, target }: RawRequest, { status, headers }: RawAnswer): boolean {
  if (status !== 302) return status === 200;
  if (!['GET', 'HEAD'].includes(method)) return false;
  return LEADS_TO_PICTURE.test(target) ? headers['location'] !== undefined : headers['location'] === TO_SIGN_IN;
}

/** Sentences about the faults of a response; none for a sound response. */
export function faultsOf(request: RawRequest, answer: RawAnswer): string[] {
  const { status, headers, text, ms } = answer;
  const faults: string[] = [];
  if (status >= 500) faults.push(`answers ${status}: ${readable(text)}`);
  else if (!STATUSES.has(status) && !isTaken(request, answer) && !isOfTus(request, status))
    faults.push(`answers ${status}, which no client expects: ${readable(text)}`);
  if (ms > SLOW_MS) faults.push(`took ${Math.round(ms)} ms`);
  for (const name of ['x-powered-by', 'server']) if (headers[name] !== undefined) faults.push(`has a header ${name}`);
  const isChallenge = headers['www-authenticate'] !== undefined;
  const asksForPassword = ASKS_FOR_PASSWORD.test(request.target) || text.includes(ASKS_FOR_OWN_PASSWORD);
  if (status === 401 && isChallenge === asksForPassword) {
    faults.push(`is a 401 ${isChallenge ? 'for a password with' : 'without'} WWW-Authenticate`);
  }
  if (status === 405 && headers.allow === undefined) faults.push('is a 405 without Allow');
  if (request.method === 'HEAD' || status === 204 || status === 302) return faults;

  const leaked = INSIDE.exec(text);
  if (leaked && isOurs(request)) faults.push(`tells of the inside ("${leaked[0]}"): ${text.slice(0, 300)}`);
  if (status === 200 && (!isOurs(request) || BOT_FILE.test(request.target))) return faults;
  return [...faults, ...bodyFaults(status, headers['content-type'], text)];
}

const isOfTus = ({ target }: RawRequest, status: number): boolean =>
  SPEAKS_TUS.test(target) && TUS_STATUSES.has(status);

/** The text of a page without its markup. */
const readable = (text: string): string => text.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ').slice(0, 200);

/** Below the API's prefix, where every answer is JSON but the page of documentation. */
const isOurs = ({ target }: RawRequest): boolean =>
  target.startsWith(`${API_PREFIX}/`) && !/^\/api\/v1\/(?:docs|openapi\.json)/.test(target);

function bodyFaults(status: number, contentType: string | undefined, text: string): string[] {
  if (contentType?.startsWith('text/html')) return [];
  if (!contentType?.startsWith('application/json')) return [`is ${contentType} instead of JSON: ${text.slice(0, 200)}`];
  let body: { result?: unknown; msg?: unknown };
  try {
    body = JSON.parse(text);
  } catch {
    return [`is no JSON: ${text.slice(0, 200)}`];
  }
  const faults: string[] = [];
  if (status === 200 ? body.result !== 'success' : body.result !== 'error') {
    faults.push(`has result ${JSON.stringify(body.result)} with status ${status}`);
  }
  if (typeof body.msg !== 'string') faults.push('has no msg');
  else if (status !== 200 && body.msg.trim() === '') faults.push('refuses without words');
  else if (UNTHOUGHT.test(body.msg)) faults.push(`refuses in words for programmers: ${body.msg.slice(0, 200)}`);
  return faults;
}
