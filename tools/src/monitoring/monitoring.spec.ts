import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type ExportedSeries, exportedSeries } from './exported-metrics.testing.js';
import { readQuery } from './promql.testing.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(read('deploy/grafana/chat.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ targets }) => targets !== undefined);

let exported: ExportedSeries;
beforeAll(async () => {
  exported = await exportedSeries(root);
});

/** Parts of a query that no process exports: series, and labels that none of its series has. */
function unknownIn(query: string): string[] {
  const { names, labels } = readQuery(query);
  const known = names.flatMap((name) => [...(exported.get(name) ?? [])]);
  return [...names.filter((name) => !exported.has(name)), ...labels.filter((label) => !known.includes(label))];
}

describe('the exported metrics', () => {
  it('are found in the sources, with their labels', () => {
    expect([...(exported.get('chat_http_requests_total') ?? [])]).toEqual(
      expect.arrayContaining(['method', 'route', 'status', 'service']),
    );
    expect(exported.has('chat_fanout_lag_seconds_bucket')).toBe(true);
    expect(exported.has('chat_fanout_lag_seconds')).toBe(false);
    expect(exported.has('process_cpu_seconds_total')).toBe(true);
    expect(exported.has('nodejs_eventloop_lag_p99_seconds')).toBe(false);
  });

  it('fail the check under another name, as does an invalid query', () => {
    expect(unknownIn('sum(rate(chat_http_request_total[5m]))')).toEqual(['chat_http_request_total']);
    expect(unknownIn('sum by (routes) (chat_jobs)')).toEqual(['routes']);
    expect(() => readQuery('sum(chat_jobs')).toThrow('No PromQL');
  });
});

describe('the dashboard', () => {
  it.each(panels.map((panel) => [panel.title, panel] as const))(
    'asks for nothing that is not there: %s',
    (_, panel) => {
      for (const { expr } of panel.targets ?? []) expect(unknownIn(expr)).toEqual([]);
    },
  );

  it('has panels with names and ids of their own, and shows every figure of ours', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => readQuery(expr).names)));
    const ours = [...exported.keys()].filter((name) => name.startsWith('chat_'));
    // Of a histogram the buckets are enough.
    expect(ours.filter((name) => !shown.has(name) && !/_(sum|count)$/.test(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s asks for nothing that is not there', (_, rule) => {
    expect(unknownIn(rule.expr)).toEqual([]);
    expect(['warning', 'critical']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
  });

  it('have one section each in docs/operations/alerts.md, with meaning, cause and action', () => {
    const [, ...sections] = read('docs/operations/alerts.md').split(/^## /m);
    const parts = sections.map((section) => [
      section.split('\n')[0],
      ...[...section.matchAll(/^\*\*(Meaning|Cause|Action)\.\*\*/gm)].map(([, part]) => part),
    ]);

    expect(parts.sort()).toEqual(rules.map(({ alert }) => [alert, 'Meaning', 'Cause', 'Action']).sort());
  });
});

describe('docs/operations', () => {
  it('quotes log messages that services write', () => {
    const pages = readdirSync(join(root, 'docs/operations')).map((page) => read(join('docs/operations', page)));
    const quoted = pages.flatMap((page) =>
      [...page.matchAll(/`([A-Z][a-z]+ [^`]+)`/g)].map(([, text]) => text as string),
    );
    const messages = read('docs/reference/log-messages.md')
      .split('\n')
      .map((row) => row.split(' | ')[1] ?? '');

    expect(quoted.length).toBeGreaterThan(8);
    expect(quoted.filter((text) => !messages.some((message) => message.startsWith(text)))).toEqual([]);
  });
});
