import type { CuttableProxy } from '@chat/testing';
import type { Scenario } from './scenario.js';
import type { Stage } from './stage.js';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const FAULT_MS = 5_000;
const DELAY_MS = 200;
const RESETS = 5;

const SERVERS: readonly { server: string; title: string; addresses: (stage: Stage) => readonly CuttableProxy[] }[] = [
  { server: 'redis', title: 'Redis', addresses: ({ redis }) => redis.addresses },
  { server: 'postgres', title: 'PostgreSQL', addresses: ({ postgres }) => [postgres.address] },
];

/** The server lives, and the network between it and the services fails. */
export const CONNECTION_SCENARIOS: readonly Scenario[] = SERVERS.flatMap(({ server, title, addresses }): Scenario[] => {
  const common = { stage: 'pairs', mayEnd: 'none', goalMs: 2_000 } as const;
  return [
    {
      ...common,
      name: `${server}-silent`,
      title: `all connections to ${title} die silently`,
      goalMs: 12_000,
      happen: async (stage) => {
        for (const address of addresses(stage)) address.silence();
      },
    },
    {
      ...common,
      name: `${server}-one-way`,
      title: `nothing arrives from ${title} for ${FAULT_MS / 1_000} s`,
      happen: async (stage) => {
        for (const address of addresses(stage)) address.holdReplies();
        await pause(FAULT_MS);
        for (const address of addresses(stage)) address.releaseReplies();
      },
    },
    {
      ...common,
      name: `${server}-one-way-to`,
      title: `nothing arrives at ${title} for ${FAULT_MS / 1_000} s`,
      happen: async (stage) => {
        for (const address of addresses(stage)) address.holdRequests();
        await pause(FAULT_MS);
        for (const address of addresses(stage)) address.releaseRequests();
      },
    },
    {
      ...common,
      name: `${server}-resets`,
      title: `all connections to ${title} are reset ${RESETS} times in ${RESETS} s`,
      happen: async (stage) => {
        for (let reset = 0; reset < RESETS; reset++) {
          for (const address of addresses(stage)) address.reset();
          await pause(1_000);
        }
      },
    },
    {
      ...common,
      name: `${server}-slow`,
      title: `data to and from ${title} takes ${DELAY_MS} ms for ${FAULT_MS / 1_000} s`,
      happen: async (stage) => {
        for (const address of addresses(stage)) address.delayMs = DELAY_MS;
        await pause(FAULT_MS);
        for (const address of addresses(stage)) address.delayMs = 0;
      },
    },
  ];
});
