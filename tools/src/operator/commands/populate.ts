import { numberOf, realmCommand } from '../command.js';
import { populate } from '../population/populate.js';

const SHOW_EVERY_MS = 1_000;

export const populateCommand = realmCommand({
  name: 'populate',
  summary: 'fill an organization with users, streams and messages for load tests',
  options: {
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
  async run({ realmId, name }, operator, options, print) {
    const startedAtMs = performance.now();
    let shownAtMs = startedAtMs;
    const seconds = () => ((performance.now() - startedAtMs) / 1000).toFixed(1);
    const population = {
      realmId,
      prefix: options.prefix ?? 'load',
      password: options.password,
      users: numberOf('users', options.users, 1_000, 1),
      streams: numberOf('streams', options.streams, 100),
      subscriptionsPerUser: numberOf('subscriptions', options.subscriptions, 20),
      topicsPerStream: numberOf('topics', options.topics, 50, 1),
      messages: numberOf('messages', options.messages, 10_000),
      days: numberOf('days', options.days, 365, 1),
      seed: numberOf('seed', options.seed, 1),
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
});
