import type { Database } from '@chat/persistence';
import { MESSAGING } from '../messaging.options.js';
import type { TestMessaging } from './test-messaging.js';

/** Settings of the service's connections, with cheap random reads. */
export const sessionSettings = { ...MESSAGING.database.sessionSettings, random_page_cost: '1.1' };

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly Alias?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Heap Fetches'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Runs the statement and tells how: the plan as text, the indexes of `messages` that were read, how many rows were sorted at most, and how
 * many blocks were touched.
 */
export async function explained(database: Pick<Database, 'query'>, sql: string, parameters: readonly unknown[]) {
  const [row] = await database.query<{
    'QUERY PLAN': [{ Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters);
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('No plan.');
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode): void => {
    nodes.push(node);
    for (const child of node.Plans ?? []) collect(child);
  };
  collect(plan);
  const sorted = nodes
    .filter((node) => node['Node Type'].includes('Sort'))
    .flatMap((node) => (node.Plans ?? []).map((child) => child['Actual Rows'] * child['Actual Loops']));
  return {
    text: outline(plan),
    indexes: [...new Set(nodes.map((node) => node['Index Name']).filter((name) => name?.startsWith('messages')))],
    scansMessages: nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'messages'),
    sorted: Math.max(0, ...sorted),
    /** Whether any row of a message was looked at, not only an index. */
    looksAtRows: nodes.some(
      ({ 'Index Name': index, 'Node Type': type, 'Heap Fetches': fetches }) =>
        index?.startsWith('messages') && (type !== 'Index Only Scan' || fetches !== 0),
    ),
    rows: plan['Actual Rows'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

/** The plan's steps, indented, without costs, which differ from run to run. */
function outline(node: PlanNode, depth = 0): string {
  const what = [
    node['Subplan Name'] && `${node['Subplan Name']}:`,
    node['Node Type'],
    node['Index Name'] && `using ${node['Index Name']}`,
    node['Relation Name'] && `on ${node['Relation Name']}`,
  ];
  const line = `${'  '.repeat(depth)}${what.filter(Boolean).join(' ')}`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}

/** Like {@link explained}, with the generic plan that a connection may use for a prepared statement. */
export async function explainedPrepared(messaging: TestMessaging, sql: string, parameters: readonly unknown[]) {
  const client = await messaging.sql.connect();
  try {
    for (const [name, value] of Object.entries({ ...sessionSettings, plan_cache_mode: 'force_generic_plan' })) {
      await client.query(`SET ${name} = ${value}`);
    }
    await client.query(`PREPARE page AS ${sql}`);
    const values = parameters.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)));
    const query = async <Row>(text: string) =>
      (await client.query(text.replace(sql, `EXECUTE page (${values.join(', ')})`))).rows as Row[];
    return await explained({ query }, sql, []);
  } finally {
    client.release(true);
  }
}
