import findMyWay, { type HTTPMethod } from 'find-my-way';
import { ParametersPipe, type RequestNames } from '../http/parameters.pipe.js';
import { PathPattern } from '../http/path-pattern.js';
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
      const parameters = new ParametersPipe(served.definition.parameters, names);
      const { path: ownPath, aliasPaths = [] } = served.definition;
      const paths = [ownPath, ...aliasPaths, ...(names?.otherPaths(ownPath) ?? [])];
      return paths.map((path) => ({ ...served, parameters, pattern: new PathPattern(path, served.definition) }));
    });
    for (const { definition, pattern } of this.routes) {
      try {
        this.router.on(definition.method, pattern.url, () => {});
      } catch {
        throw new Error(`Two endpoints serve ${definition.method} ${pattern.display}.`);
      }
    }
    this.methods = [...new Set(this.routes.map(({ definition }) => definition.method))];
  }

  /** Empty if no endpoint is served at `path`. */
  methodsAt(path: string): string[] {
    const methods: string[] = this.methods.filter((method) => this.router.find(method, path) !== null);
    if (methods.includes('GET')) methods.push('HEAD');
    return methods.sort();
  }
}
