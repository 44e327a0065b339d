import type { TestMessaging } from './test-messaging.js';

/** How many blocks of tables and indexes a statement looks at, by the plan that the service has once it is prepared. */
export async function blocksRead({ sql }: TestMessaging, statement: string, parameters: unknown[]): Promise<number> {
  await sql.query('SET plan_cache_mode = force_generic_plan; SET random_page_cost = 1.1');
  const { rows } = await sql.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, parameters);
  await sql.query('RESET plan_cache_mode; RESET random_page_cost');
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
