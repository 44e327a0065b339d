/** How a test runs the commands of one page. */
interface PageRun {
  readonly path: string;
  /** Starts the system that the page needs, if the page does not start it itself. */
  readonly start?: string;
  /** Commands of the reader before the page: a part of the situation that the page describes. */
  readonly before?: string;
}

const ACCOUNT = `SERVER=http://127.0.0.1:9991
EMAIL=$(node -p "require('./.local/demo.json').users[0].email")
API_KEY=$(node -p "require('./.local/demo.json').users[0].api_key")
KEY=$API_KEY`;

const START = 'npm start';
/** As the page about sign-in starts it. */
const START_WITH_PROVIDER = 'npm start -- --with-provider';

/**
 * Every page with commands. Some pages continue with the system or the files of an earlier page. A start of the system takes ten seconds,
 * and one without data longer, so pages with the same start stand next to each other, and the page that deletes the data follows them.
 */
export const PAGES: readonly PageRun[] = [
  { path: 'docs/guides/connect-ldap.md', start: START_WITH_PROVIDER },
  { path: 'docs/sign-in.md', before: ACCOUNT },
  { path: 'apps/identity-providers/README.md' },
  { path: 'docs/compatibility.md' },
  // The next page uses its files.
  { path: 'docs/guides/run-in-kubernetes.md' },
  { path: 'docs/guides/scale.md' },
  { path: 'docs/guides/back-up.md' },
  { path: 'README.md' },
  { path: 'docs/guides/write-a-bot.md', start: START },
  { path: 'apps/events/README.md', start: START },
  { path: 'apps/integrations/README.md', start: START },
  { path: 'docs/api-changelog.md', start: START },
  { path: 'docs/operations/monitoring.md', start: START },
  { path: 'docs/reference/metrics.md', start: START },
  { path: 'docs/integrations/event-webhooks.md', start: START, before: ACCOUNT },
  { path: 'apps/web/README.md' },
  { path: 'docs/web.md' },
  { path: 'docs/guides/run-with-compose.md', start: START },
  { path: 'docs/guides/try-it.md' },
  // Its statements run on the servers of the page before.
  { path: 'docs/operations/alerts.md' },
  // No system runs during the others.
  { path: 'docs/guides/upgrade.md' },
  { path: 'docs/operations/deployment.md' },
  { path: 'docs/operations/failures.md' },
  { path: 'docs/operations/files.md' },
  { path: 'docs/operations/point-in-time.md', before: 'mkdir -p /var/lib/postgresql/18/main' },
  { path: 'docs/operations/postgresql-failover.md' },
  { path: 'docs/operations/requirements.md' },
  { path: 'docs/integrations/travis.md' },
  { path: 'docs/integrations/trello.md' },
  { path: 'CONTRIBUTING.md' },
  { path: 'docs/contributing/first-change.md' },
  { path: 'docs/contributing/add-a-field.md' },
  { path: 'docs/contributing/add-an-endpoint.md' },
  {
    path: 'docs/contributing/add-a-service.md',
    before: 'mkdir -p apps/bookmarks/src && touch apps/bookmarks/src/bookmarks.int.spec.ts',
  },
  { path: 'docs/contributing/tests.md' },
  {
    path: 'docs/contributing/debug-a-system-test.md',
    before: 'mkdir -p logs && echo \'{"requestId":"the-request-id"}\' > logs/gateway-0.log',
  },
  { path: 'docs/contributing/measure.md' },
  { path: 'docs/contributing/writing.md' },
  { path: 'docs/performance.md' },
  { path: 'bench/README.md' },
];

/** Blocks that this test does not run, with the reason. */
export const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ['TEST_TIER=system node --inspect-brk', 'waits for a debugger'],
  ['chromium --headless --remote-debugging-port', 'needs Node 22, and a person who signs in'],
  ['curl -s https://api.travis-ci.com', 'calls another company'],
  ['curl -X POST "https://api.trello.com', 'calls another company'],
]);
/** Pages that another test runs: `examples/` calls each endpoint as its examples do. */
export const RUN_ELSEWHERE: readonly string[] = ['docs/reference/endpoints.md'];
