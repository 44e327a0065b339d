import { type Command, numberOf, optionalTextOf, REALM_OPTION } from '../command.js';
import { findRealm } from '../operator.js';
import { populate } from '../population/populate.js';

const SHOW_EVERY_MS = 1_000;

export const populateCommand: Command = {
  name: 'populate',
  summary: 'fill an organization with users, streams and messages for load tests',
  options: {
    ...REALM_OPTION,
    users: { type: 'string', help: '1000' },
    streams: { type: 'string', help: '100' },
    subscriptions: { type: 'string', help: 'of each user: 20' },
    topics: { type: 'string', help: 'of each stream: 50' },
    messages: { type: 'string', help: '10000' },
    days: { type: 'string', help: 'that the messages are spread over: 365' },
    prefix: { type: 'string', help: 'of addresses (load-7@example.com) and stream names: load' },
    password: { type: 'string', help: 'of every user; none when left out' },
    seed: { type: 'string', help: 'the same seed makes the same population: 1' },
  },
  async run(operator, options, print) {
    const { realmId, name } = await findRealm(operator, optionalTextOf(options, 'realm'));
    const startedAtMs = performance.now();
    let shownAtMs = startedAtMs;
    const seconds = () => ((performance.now() - startedAtMs) / 1000).toFixed(1);
    const population = {
      realmId,
      prefix: optionalTextOf(options, 'prefix') ?? 'load',
      password: optionalTextOf(options, 'password'),
      users: numberOf(options, 'users', 1_000, 1),
      streams: numberOf(options, 'streams', 100),
      subscriptionsPerUser: numberOf(options, 'subscriptions', 20),
      topicsPerStream: numberOf(options, 'topics', 50, 1),
      messages: numberOf(options, 'messages', 10_000),
      days: numberOf(options, 'days', 365, 1),
      seed: numberOf(options, 'seed', 1),
      nowSeconds: Math.floor(Date.now() / 1000),
    };
    await populate(operator, population, (what, done, total) => {
      const isLast = done === total;
      if (!isLast && performance.now() - shownAtMs < SHOW_EVERY_MS) return;
      shownAtMs = performance.now();
      print(`${done} of ${total} ${what} (${seconds()} s)`);
    });
    print(`"${name}" is populated.`);
  },
};
