import pg from 'pg';
import { ratePerSecond } from '../load/closed-loop.js';
import type { Limit, Spell } from './limits.js';

const CLIENTS = 8;

/** Commits of one row each with 8 clients, in a PostgreSQL like the system's own: synchronous_commit on, prepared statements. */
export const oneRowCommits: Limit = {
  name: 'commits',
  title: 'one-row PostgreSQL commits, 8 clients, synchronous_commit on',
  onGoalsMachine: 20_000,
  async measure({ databaseUrl }, spell) {
    const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: databaseUrl }));
    await Promise.all(clients.map((client) => client.connect()));
    const [first] = clients as [pg.Client];
    await first.query('SET synchronous_commit = on');
    await first.query('CREATE TABLE public.bench_commits (id bigserial PRIMARY KEY, body text NOT NULL)');
    try {
      return await commitsPerSecond(clients, spell);
    } finally {
      await first.query('DROP TABLE public.bench_commits');
      await Promise.all(clients.map((client) => client.end()));
    }
  },
};

async function commitsPerSecond(clients: readonly pg.Client[], spell: Spell): Promise<number> {
  let commits = 0;
  let isOver = false;
  const insert = {
    name: 'insert',
    text: 'INSERT INTO public.bench_commits (body) VALUES ($1)',
    values: ['x'.repeat(100)],
  };
  const running = clients.map(async (client) => {
    while (!isOver) {
      await client.query(insert);
      commits++;
    }
  });
  const perSecond = await ratePerSecond(() => commits, spell);
  isOver = true;
  await Promise.all(running);
  return perSecond;
}
