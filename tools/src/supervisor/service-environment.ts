/** What npm, jest, clusters and the launcher's own settings add to an environment; not for services. */
const FOREIGN = /^(npm_|JEST_|NODE_CHANNEL|NODE_UNIQUE_ID|NODE_OPTIONS|TEST_|DATABASE_URL$|REDIS_URL$|HOST$|PORT$)/i;

/** What all services have in common. */
export interface CommonEnvironment {
  databaseUrl: string;
  redisUrl: string;
  secretKey: string;
  baseUrl: string;
  /** Wins over what is inherited. */
  further: Record<string, string>;
}

/** The environment of every service: the launcher's own, without what is foreign to services, and the servers. */
export function serviceEnvironment(common: CommonEnvironment): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => !FOREIGN.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    LOG_LEVEL: 'info',
    EXTERNAL_URL: common.baseUrl,
    ...Object.fromEntries(inherited),
    ...common.further,
    SECRET_KEY: common.secretKey,
    DATABASE_URL: common.databaseUrl,
    REDIS_URL: common.redisUrl,
  };
}
