import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The files that take longest, longest first: if one of them started last, all but one core would wait for it. */
const LONG_FILES = [
  'faults/replicas.e2e',
  'guides/guides.e2e',
  'hostile-input/hostile-input.e2e',
  'faults/cut-starts.e2e',
  'faults/webhooks.e2e',
  'src/files.e2e',
  'faults/bucket.e2e',
  'failover/failover.e2e',
  'containers/container-commands.e2e',
  'faults/sign-in.e2e',
  'authorization/authorization-matrix.e2e',
  'web/accessibility.e2e',
  'pages/pages.e2e',
  'web/contrast.e2e',
  'examples/examples.e2e',
  'src/unpacked-program.int',
  'epochs/lost-tails.int',
  'cli/launcher.int',
  'src/postgres-pool.int',
  'consumers/domain-event-consumer.int',
  'redis-replicas/after-replicas.int',
  'mailed-links/mailed-links.int',
  'ldap/ldap-sign-in.int',
  'operator/operator.int',
  'scheduled-messages/delivery.int',
  'register/cached-streams',
  'worker/render-worker-pool',
];

const rankOf = (path) => {
  const rank = LONG_FILES.findIndex((file) => path.endsWith(`${file}.spec.ts`));
  return rank === -1 ? LONG_FILES.length : rank;
};

const sourceOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
/** A file or a module that it imports asks for the shared system. */
function sharesSystem(path) {
  const source = sourceOf(path);
  const imported = [...source.matchAll(/ from '(\.[^']*)\.js'/g)].map(([, name]) => join(dirname(path), `${name}.ts`));
  return [source, ...imported.map(sourceOf)].some((text) => text.includes('await sharedSystem()'));
}

/**
 * Runs long files first, so that no core is idle at the end, and the files that share a system after those with a system of
 * their own. Otherwise the order of Jest: files that failed, and those that took long in an earlier run.
 */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const keys = new Map(tests.map(({ path }) => [path, [Number(sharesSystem(path)), rankOf(path)]]));
    return super.sort(tests).toSorted((a, b) => {
      const [first, second] = [keys.get(a.path), keys.get(b.path)];
      return first[0] - second[0] || first[1] - second[1];
    });
  }
}
