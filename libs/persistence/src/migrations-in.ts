import { readdirSync } from 'node:fs';

/** `1700000000000-create-users.ts`, but neither its tests nor its declarations. */
const MIGRATION = /^\d+-[^.]+\.(ts|js)$/;

// biome-ignore lint/complexity/noBannedTypes: TypeORM takes classes as Function.
type Migration = Function;

/** The migrations in the folder `migrations` beside a module, in their order: `await migrationsIn(import.meta.url)`. */
export function migrationsIn(moduleUrl: string): Promise<Migration[]> {
  const folder = new URL('./migrations/', moduleUrl);
  const files = readdirSync(folder).filter((name) => MIGRATION.test(name));
  return Promise.all(files.sort().map((name) => migrationOf(new URL(name, folder).href)));
}

async function migrationOf(url: string): Promise<Migration> {
  const exported = Object.values((await import(url)) as Record<string, unknown>);
  const [migration, ...others] = exported.filter((value): value is Migration => typeof value === 'function');
  if (migration === undefined || others.length > 0) throw new Error(`${url} must export one migration.`);
  return migration;
}
