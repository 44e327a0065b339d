import { fieldsOf } from '@chat/contracts';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { ParametersPipe, type RequestNames } from '../http/parameters.pipe.js';
import { PathPattern, pathFieldsOf } from '../http/path-pattern.js';
import type { Route, ServedEndpoint } from '../http/route.js';

/** Longest value in a path: an email address with room for escapes. */
const MAX_PATH_VALUE_LENGTH = 1_000;

/** How paths are compared, for the router that serves and for the one that finds allowed methods. */
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

  /** Throws if two endpoints would serve the same requests. */
  constructor(endpoints: readonly ServedEndpoint[], names?: RequestNames) {
    this.routes = endpoints.flatMap((served) => {
      const { endpoint } = served;
      const { path: ownPath, aliasPaths = [] } = endpoint;
      const inPath = new Set(pathFieldsOf(endpoint));
      const fields = fieldsOf(endpoint.parameters).filter((field) => !inPath.has(field));
      const parameters = new ParametersPipe(fields, names);
      const paths = [ownPath, ...aliasPaths, ...(names?.otherPaths(ownPath) ?? [])];
      return paths.map((path) => ({ ...served, parameters, pattern: new PathPattern(path, endpoint) }));
    });
    for (const { endpoint, pattern } of this.routes) {
      try {
        this.router.on(endpoint.method, pattern.url, () => {});
      } catch {
        throw new Error(`Two endpoints serve ${endpoint.method} ${pattern.display}.`);
      }
    }
    this.methods = [...new Set(this.routes.map(({ endpoint }) => endpoint.method))];
  }

  /** Empty if no endpoint is served at `path`. */
  methodsAt(path: string): string[] {
    const methods: string[] = this.methods.filter((method) => this.router.find(method, path) !== null);
    if (methods.includes('GET')) methods.push('HEAD');
    return methods.sort();
  }
}
