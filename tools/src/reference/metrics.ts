import type { SyntaxNode } from '../boundaries/syntax.js';
import { argumentsOf, nodesOf, propertiesOf, textOf } from './source-nodes.js';

interface DeclaredMetric {
  readonly name: string;
  readonly kind: 'Counter' | 'Gauge' | 'Histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** `apps/events`; a lib's metric is exported by every service that uses the lib. */
  readonly project: string;
}

const KINDS = ['Counter', 'Gauge', 'Histogram'];

/** The metrics that the production sources declare, by name. */
export function declaredMetrics(root: string): DeclaredMetric[] {
  const metrics: DeclaredMetric[] = [];
  for (const { node, project } of nodesOf(root, 'NewExpression', new RegExp(`\\b(${KINDS.join('|')})\\b`))) {
    const kind = String(node.callee?.value);
    const options = propertiesOf(argumentsOf(node)[0]);
    const name = textOf(options.get('name'));
    if (!KINDS.includes(kind) || name === undefined) continue;
    const help = textOf(options.get('help')) ?? '';
    metrics.push({
      name,
      kind: kind as DeclaredMetric['kind'],
      help,
      labels: labelsOf(options.get('labelNames')),
      project,
    });
  }
  return metrics.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function labelsOf(node: SyntaxNode | undefined): string[] {
  const list = node?.type === 'ArrayExpression' ? node : node?.expression;
  return (list?.elements ?? []).map((element) => textOf(element?.expression) ?? '');
}

/** The page docs/reference/metrics.md. */
export function metricsPage(root: string): string {
  const rows = declaredMetrics(root).map(
    ({ name, kind, help, labels, project }) =>
      `| \`${name}\` | ${kind.toLowerCase()} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${project} | ${help} |\n`,
  );
  return `# Metrics

Each process exports its metrics at \`/metrics\` on \`HEALTH_PORT\`, in the format of Prometheus. This page is for operators; it is
generated from the sources. A metric of a lib is exported by every service that uses the lib. Processes also export the default metrics
of Node.js that \`prom-client\` collects.

\`\`\`sh
curl -s http://127.0.0.1:9990/metrics | grep '^chat_'
\`\`\`

| metric | type | labels | declared in | meaning |
|---|---|---|---|---|
${rows.join('')}`;
}
