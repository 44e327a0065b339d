import type { RequestNames } from '../http/parameters.pipe.js';
import { ParametersPipe } from '../http/parameters.pipe.js';
import { PathPattern } from '../http/path-pattern.js';
import type { Route, ServedEndpoint } from '../http/route.js';

/** All routes, grouped by what the HTTP router can tell apart. */
export class RouteTable {
  /** Method -> shape -> routes, best first. */
  private readonly groups = new Map<string, Map<string, Route[]>>();
  private readonly shapes: { readonly regex: RegExp; readonly shape: string }[] = [];

  /** Throws when two endpoints would answer the same requests. */
  constructor(endpoints: readonly ServedEndpoint[], names?: RequestNames) {
    for (const served of endpoints) {
      const parameters = new ParametersPipe(served.definition.parameters, names);
      const { path: ownPath, aliasPaths = [] } = served.definition;
      for (const path of [ownPath, ...aliasPaths, ...(names?.otherPaths(ownPath) ?? [])]) {
        this.add({ ...served, parameters, pattern: new PathPattern(path, served.definition) });
      }
    }
  }

  /** The groups, each to be registered under its method and shape. */
  *[Symbol.iterator](): Generator<{ method: string; shape: string; routes: readonly Route[] }> {
    for (const [method, shapes] of this.groups) {
      for (const [shape, routes] of shapes) yield { method, shape, routes };
    }
  }

  /** The route of a group that fits the values in the path. */
  static choose(routes: readonly Route[], values: readonly string[]): Route | undefined {
    return routes.find((route) => route.pattern.fits(values));
  }

  /** Methods that are served at `path`: empty when nothing is. For refusals only: it tries every shape. */
  methodsAt(path: string): string[] {
    const methods = new Set<string>();
    for (const { regex, shape } of this.shapes) {
      const match = regex.exec(path);
      if (match === null) continue;
      for (const [method, shapes] of this.groups) {
        if (RouteTable.choose(shapes.get(shape) ?? [], match.slice(1)) !== undefined) methods.add(method);
      }
    }
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  private add(route: Route): void {
    const { definition, pattern } = route;
    const shapes = this.groups.get(definition.method) ?? new Map<string, Route[]>();
    const routes = shapes.get(pattern.shape) ?? [];
    if (routes.some((other) => other.pattern.integers === pattern.integers)) {
      throw new Error(`Two endpoints serve ${definition.method} ${pattern.display}.`);
    }
    routes.push(route);
    routes.sort((a, b) => b.pattern.integers - a.pattern.integers);
    this.groups.set(definition.method, shapes.set(pattern.shape, routes));
    if (!this.shapes.some(({ shape }) => shape === pattern.shape)) {
      const source = pattern.shape.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\d+/g, '([^/]+)');
      this.shapes.push({ shape: pattern.shape, regex: new RegExp(`^${source}$`) });
    }
  }
}
