import type { BotUpdate, NewBot, RegistrationParameters, Wire } from '@chat/contracts';
import { type AnsweringProgram, isProgramUrl } from './answering-program.js';
import type { DemoClient } from './demo-client.js';
import type { DemoBot } from './organization.js';

/** Numbers of the API. Only types come from the contracts: their modules would add a third of a second to each start. */
const INCOMING_WEBHOOK_BOT = 2;
const OUTGOING_WEBHOOK_BOT = 3;

type BotToMake = Partial<Wire<NewBot>> & { short_name: string };

const botsToMake = (payloadUrl: string): readonly BotToMake[] => [
  {
    ...{ full_name: 'Alert Bot', short_name: 'alert', bot_type: INCOMING_WEBHOOK_BOT, service_name: 'json' },
    config_data: { content_template: '**{{ payload.service }}** is {{ payload.status }}.' },
  },
  { full_name: 'Word Counter', short_name: 'word-counter', bot_type: OUTGOING_WEBHOOK_BOT, payload_url: payloadUrl },
];

/**
 * Makes the webhook bots of the owner that are missing, lets the outgoing one call the program, and returns those that are active. A bot
 * that was deactivated, or calls another address, stays as it is.
 */
export async function makeBots(owner: DemoClient, program: AnsweringProgram): Promise<DemoBot[]> {
  const existing = await demoBots(owner, program);
  for (const bot of botsToMake(program.url)) {
    const made = existing.find((one) => isMadeFrom(bot, one));
    if (made === undefined) await make(owner, bot);
    else await moveToProgram(owner, made, program);
  }
  const bots = await demoBots(owner, program);
  const services = bots.flatMap((bot) => bot.services);
  const service = services.find(({ base_url }) => base_url === program.url);
  if (service !== undefined) program.answerFor(service.signing_secret);
  return bots.filter((bot) => bot.is_active);
}

const isMadeFrom = ({ short_name }: BotToMake, { email }: DemoBot): boolean => email.startsWith(`${short_name}-bot@`);

async function make(owner: DemoClient, bot: BotToMake): Promise<void> {
  try {
    await owner.call<NewBot>('POST', '/bots', bot);
  } catch (error) {
    // Repeated after a response that did not arrive.
    if (!String(error).includes('already in use')) throw error;
  }
}

async function moveToProgram(owner: DemoClient, bot: DemoBot, { url }: AnsweringProgram): Promise<void> {
  const [service] = bot.services;
  if (!bot.is_active || service === undefined || service.base_url === url || !isProgramUrl(service.base_url)) return;
  const change = { service_payload_url: url, service_interface: service.interface };
  await owner.call<BotUpdate>('PATCH', `/bots/${bot.user_id}`, change);
}

/** Those that exist, also deactivated ones. */
async function demoBots(owner: DemoClient, { url }: AnsweringProgram): Promise<DemoBot[]> {
  const { realm_bots } = await owner.call<RegistrationParameters>('POST', '/register', { event_types: ['realm_bot'] });
  return (realm_bots as DemoBot[]).filter((bot) => botsToMake(url).some((wanted) => isMadeFrom(wanted, bot)));
}
