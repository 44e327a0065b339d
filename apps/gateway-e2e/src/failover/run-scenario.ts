import { eventually } from '@chat/testing';
import { findNewerServers, type SystemOptions } from '@chat/tools';
import { Organization } from '../support/organization.js';
import { type Account, accountWork } from './account.js';
import { readCountedLosses, wronglyCounted } from './counted-losses.js';
import { LossWatch } from './loss-watch.js';
import type { Scenario } from './scenario.js';
import { ServerDeathError, Stage } from './stage.js';
import { Team } from './team.js';

/** Work before the failure, and after the first success. */
const TRAFFIC_MS = 2_000;
/** Servers may have been restarted. */
const PREPARED_WITHIN_MS = 60_000;

export interface ScenarioResult {
  readonly scenario: Scenario;
  /** Undefined if the scenario could not be run to its end. */
  readonly account?: Account;
  /** Differences between the clients and new registrations. */
  readonly differences?: number;
  readonly longestSilenceMs?: number;
  /** From the moment when a server accepts writes to the next success; undefined if there was none. */
  readonly servedAfterMs?: number | undefined;
  /** The same for a service without requests in between. */
  readonly idleServedAfterMs?: number | undefined;
  /** From the first connection to other data until the services notice them; undefined also if no queue may end. */
  readonly noticedAfterMs?: number | undefined;
  /** Broken promises; empty if it passes. */
  readonly problems: readonly string[];
  /** Explanations of the numbers. */
  readonly sentences: readonly string[];
}

/** Runs scenarios one after the other. The servers and services of a scenario that passes serve the next one. */
export class ScenarioRunner {
  private stage: Stage | undefined;
  /** Server of the stage. */
  private server: Scenario['server'];
  private preparing: Promise<unknown> = Promise.resolve();
  /** The end of the last stage. */
  private ended: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  /** `redisPath`: the program of Redis or its successor; default: the usual one. `scale`: default two replicas of each service. */
  constructor(
    private readonly redisPath?: string,
    private readonly scale?: SystemOptions['scale'],
  ) {}

  /** Rejects with `ServerDeathError` if a server dies by itself. The clients of the scenario may then wait for it until the process ends. */
  async run(scenario: Scenario): Promise<ScenarioResult> {
    const result = await this.runOnStage(scenario).catch((error: Error): ScenarioResult => {
      if (error instanceof ServerDeathError) throw error;
      return { scenario, problems: [error.message], sentences: [error.stack ?? ''] };
    });
    if (result.problems.length > 0) await this.endStage();
    return result;
  }

  /** Ends all servers and services, also those that are about to start, and with them the scenario that runs. Nothing starts afterwards. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.preparing.catch(() => {});
    await this.endStage();
  }

  private async runOnStage(scenario: Scenario): Promise<ScenarioResult> {
    const preparing = this.prepare(scenario);
    this.preparing = preparing;
    const stage = await preparing;
    return Promise.race([runOn(stage, scenario), stage.untilDeath()]);
  }

  private async prepare({ stage: kind, server }: Scenario): Promise<Stage> {
    const { signal } = this.closing;
    signal.throwIfAborted();
    if (this.stage?.isRenewable && this.stage.kind === kind && this.server === server) {
      await this.stage.renew();
      return this.stage;
    }
    await this.endStage();
    const redisPath = server === undefined ? this.redisPath : await pathOf(server);
    this.stage = await Stage.start(kind, { redisPath, signal, ...(this.scale && { scale: this.scale }) });
    this.server = server;
    return this.stage;
  }

  private endStage(): Promise<void> {
    if (this.stage !== undefined) this.ended = this.stage.stop();
    this.stage = undefined;
    return this.ended;
  }
}

async function pathOf(server: Scenario['server']): Promise<string> {
  const program = (await findNewerServers()).find(({ title }) => title === server);
  if (program === undefined || 'missing' in program) throw new Error(`${server} was not found: ${program?.missing}`);
  return program.path;
}

async function runOn(stage: Stage, scenario: Scenario): Promise<ScenarioResult> {
  const { organization, team } = await eventually(() => startTeam(stage), { withinMs: PREPARED_WITHIN_MS });
  try {
    return await observe(scenario, stage, team);
  } finally {
    await team.stop();
    await organization.close();
  }
}

/** Rejects if a request of the set-up is not served. */
async function startTeam({ tested: { system } }: Stage): Promise<{ organization: Organization; team: Team }> {
  const { baseUrl, redisUrl } = system;
  const organization = await Organization.create({ baseUrl, redisUrl, checksContract: false });
  try {
    return { organization, team: await Team.start(organization) };
  } catch (error) {
    await organization.close();
    throw error;
  }
}

/** Lets the server fail while the team works, and accounts for all events. */
async function observe(scenario: Scenario, stage: Stage, team: Team): Promise<ScenarioResult> {
  const loss = scenario.mayEnd === 'none' ? undefined : await LossWatch.start(stage);
  try {
    return await observeWith(loss, scenario, stage, team);
  } finally {
    loss?.close();
  }
}

async function observeWith(
  loss: LossWatch | undefined,
  scenario: Scenario,
  stage: Stage,
  team: Team,
): Promise<ScenarioResult> {
  const { system } = stage.tested;
  const countedBefore = await readCountedLosses(system);
  await pause(TRAFFIC_MS);
  await scenario.happen(stage, { team, loss });
  const backAtMs = performance.now();
  const servedAfterMs = await team.untilServed(backAtMs);
  const idleServedAfterMs = await team.untilIdleServed(backAtMs);
  await loss?.untilNoticed();
  await scenario.afterwards?.(stage);
  await pause(TRAFFIC_MS);
  const differences = await team.settle();
  const account = accountWork(team.records, await team.storedMessages(), scenario.losesWrites ? backAtMs : 0);
  const counted = [countedBefore, await readCountedLosses(system)] as const;
  const result = { scenario, account, servedAfterMs, idleServedAfterMs, noticedAfterMs: loss?.noticedAfterMs };
  return {
    ...{ ...result, differences: differences.length, longestSilenceMs: team.longestSilenceMs },
    problems: [
      ...problemsOf(result, differences.length, team.isIdleQueueEnded),
      ...wronglyCounted(scenario, account.endedQueues, counted),
    ],
    sentences: [...account.sentences, ...differences.map((each) => `difference: ${each}`)],
  };
}

function problemsOf(
  {
    scenario: { mayEnd, losesWrites },
    account,
    ...times
  }: Pick<ScenarioResult, 'scenario' | 'servedAfterMs' | 'idleServedAfterMs' | 'noticedAfterMs'> & { account: Account },
  differences: number,
  isIdleQueueEnded: boolean,
): string[] {
  const isServed = times.servedAfterMs !== undefined && times.idleServedAfterMs !== undefined;
  const found: [broken: boolean | number, what: string][] = [
    [!isServed, 'no send was acknowledged, or a service without requests stayed away'],
    [mayEnd !== 'none' && times.noticedAfterMs === undefined, 'no service noticed the other data'],
    [account.missing, 'events missing'],
    [account.repeated, 'events repeated'],
    [account.outOfOrder, 'events out of order'],
    [account.ghosts, 'ghosts'],
    [account.idsGivenTwice, 'ids given twice'],
    [losesWrites ? 0 : account.lostMessages, 'acknowledged messages lost'],
    [differences, 'differences to a new registration'],
    [account.untrueOutcomes, '503 without a true outcome'],
    [account.errors[400] ?? 0, 'times 400'],
    [account.errors[500] ?? 0, 'times 500'],
    [mayEnd === 'none' ? account.endedQueues : 0, 'queues ended'],
    [mayEnd !== 'all' && isIdleQueueEnded, 'the queue without events ended'],
  ];
  return found.flatMap(([broken, text]) => (broken ? [broken === true ? text : `${broken} ${text}`] : []));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
