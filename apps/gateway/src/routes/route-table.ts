import { type Endpoint, fullPathOf, requestOf, sessionPathOf, writerOf } from '@chat/contracts';
import type { FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { CompatNames } from '../compat/compat-names.js';
import { PATH_PARAMETER, pathFieldsOf } from '../http/endpoint-fields.js';
import type { Route, ServedEndpoint } from '../http/endpoints.js';
import { ParametersPipe } from '../http/parameters.pipe.js';

/** Longest value in a path: an email address with escapes. */
const MAX_PATH_VALUE_LENGTH = 1_000;

/** Stands for a value of a path that cannot be read. No key of a link is so short. */
const UNREADABLE_VALUE = '-';

/** Options of the router that serves, and of the one that finds allowed methods. */
export const ROUTER_OPTIONS = {
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  maxParamLength: MAX_PATH_VALUE_LENGTH,
} as const;

/** All routes, and the methods that are served at a path. */
export class RouteTable {
  readonly routes: readonly Route[];
  private readonly router = findMyWay(ROUTER_OPTIONS);
  private readonly methods: readonly HTTPMethod[];

  /** Throws if two endpoints serve the same requests. */
  constructor(endpoints: readonly ServedEndpoint[], names?: CompatNames) {
    const onlyForSessions = new Set(
      endpoints.filter(({ endpoint }) => endpoint.onlyForSessions).map(({ endpoint }) => nameOf(endpoint)),
    );
    this.routes = endpoints.flatMap((served) => {
      const { path: ownPath, aliasPaths = [] } = served.endpoint;
      const { endpoint } = served;
      const parameters = new ParametersPipe(endpoint, names);
      const ready = { ...served, parameters, request: requestOf(endpoint), write: writerOf(endpoint.response) };
      return [ownPath, ...aliasPaths, ...(names?.otherPaths(ownPath) ?? [])].flatMap((relative) => {
        const placed = { ...endpoint, path: relative };
        const isReplaced = !endpoint.onlyForSessions && onlyForSessions.has(nameOf(placed));
        return placesOf(placed, isReplaced).map((place) => ({ ...ready, ...place, url: urlOf(place.path, endpoint) }));
      });
    });
    for (const { endpoint, url, path } of this.routes) {
      try {
        this.router.on(endpoint.method, url, () => {}, endpoint);
      } catch {
        throw new Error(`Two endpoints serve ${endpoint.method} ${path}.`);
      }
    }
    this.methods = [...new Set(this.routes.map(({ endpoint }) => endpoint.method))];
  }

  /** Empty if no endpoint is served at `path`. */
  methodsAt(path: string): string[] {
    const methods: string[] = this.methods.filter((method) => this.router.find(method, path) !== null);
    const isWebhook = (this.router.find('POST', path)?.store as Endpoint | undefined)?.webhook;
    if (methods.includes('GET') || isWebhook) methods.push('HEAD');
    return methods.sort();
  }

  speaksTus(path: string): boolean {
    return this.methods.some((method) => (this.router.find(method, path)?.store as Endpoint | undefined)?.tus);
  }

  /**
   * The path with "-" for each value that is malformed or too long, if it leads to a page then: people get the page of links that do not
   * work. Undefined for other paths, and for a path without such values.
   */
  readablePagePath(method: string, path: string): string | undefined {
    const readable = path.split('/').map((value) => (isReadable(value) ? value : UNREADABLE_VALUE));
    const repaired = readable.join('/');
    if (repaired === path) return undefined;
    const found = this.router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, repaired);
    return (found?.store as Endpoint | undefined)?.isPage ? repaired : undefined;
  }
}

function isReadable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return value.length <= MAX_PATH_VALUE_LENGTH;
  } catch {
    return false;
  }
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

/** The full paths of an endpoint, each with its scheme. An endpoint that is only for sessions may replace it there. */
function placesOf(endpoint: Endpoint, isReplacedForSessions: boolean): Pick<Route, 'path' | 'scheme'>[] {
  const path = fullPathOf(endpoint);
  const sessionPath = sessionPathOf(endpoint);
  if (sessionPath === undefined) return [{ path, scheme: endpoint.isPage ? 'session' : 'basic' }];
  const forSessions = { path: sessionPath, scheme: 'session' } as const;
  if (endpoint.onlyForSessions) return [forSessions];
  const forKeys = { path, scheme: 'basic' } as const;
  return isReplacedForSessions ? [forKeys] : [forKeys, forSessions];
}

/** Fixed segments win over integers, integers over text, all of them over the rest of a path. */
function urlOf(path: string, endpoint: Endpoint): string {
  const integers = new Set(
    pathFieldsOf(endpoint)
      .filter(({ type }) => type.kind === 'integer')
      .map(({ wireName }) => wireName),
  );
  return path.replace(PATH_PARAMETER, (_, name, rest) =>
    rest === undefined ? `:${name}${integers.has(name) ? '(^\\d{1,20}$)' : ''}` : '*',
  );
}

/** Path without query and trailing slash, with single slashes. */
export function pathOf({ raw: { url = '' } }: FastifyRequest): string {
  const path = url.split(/[?#]/, 1)[0] as string;
  return path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}
