import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Every value in Redis with its key: streams of domain events, and data that live for minutes. */
export async function textsInRedis(url: string): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(keys.map(async (key) => JSON.stringify([key, await contentsOf(redis, key)])));
  } finally {
    redis.disconnect();
  }
}

async function contentsOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, 0, -1);
    case 'stream':
      return redis.xrange(key, '-', '+');
    // The key has expired meanwhile.
    case 'none':
      return null;
    default:
      throw new Error(`The key ${key} has the unknown type ${type}.`);
  }
}

/** Every row of every table, as PostgreSQL writes it. */
export async function textsInPostgres(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT row::text AS text FROM ${name} AS row`);
      texts.push(...rows.map(({ text }) => `${name} ${text}`));
    }
    return texts;
  } finally {
    await client.end();
  }
}
