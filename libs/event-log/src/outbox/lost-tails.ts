import { Counter } from 'prom-client';

export const lostTails = new Counter({
  name: 'chat_lost_tails_total',
  help: 'Data that a server lost, by kind: once per realm, service or shard that had to begin anew.',
  labelNames: ['kind'] as const,
});
