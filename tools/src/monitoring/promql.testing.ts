import * as promql from '@prometheus-io/lezer-promql';

/** Series and labels of a query. */
export interface QueryParts {
  /** Series that it selects. */
  readonly names: readonly string[];
  /** Labels that it selects or groups by. */
  readonly labels: readonly string[];
}

/** Reads a query; throws where it is no PromQL. */
export function readQuery(query: string): QueryParts {
  const names: string[] = [];
  const labels: string[] = [];
  // Grafana fills its variables in before Prometheus sees the query.
  const text = query.replaceAll('$__rate_interval', '5m');
  promql.parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (type.id === promql.Identifier) names.push(text.slice(from, to));
      if (type.id === promql.LabelName) labels.push(text.slice(from, to));
    },
  });
  return { names, labels };
}
