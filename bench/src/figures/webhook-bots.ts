import { AnsweringBot } from '../load/answering-bot.js';
import { sleep } from '../load/closed-loop.js';
import { Crowd } from '../load/crowd.js';
import { HttpConnection } from '../load/http-connection.js';
import { MarkedMessages } from '../load/marked-messages.js';
import { type Figure, row } from '../measurement.js';
import { type OrganizationPlan } from '../population/organization.js';
import { latencyPlot, Percentiles } from '../stats/percentiles.js';
import { warmUp } from '../system/stage.js';

const PEOPLE: OrganizationPlan = { name: 'bots', users: 20, streams: { calls: 20 } };
const NAME = 'echo';
const WARM_UP_CALLS = 1_000;
const CALLS = 300;
const PAUSE_MS = 50;
const GIVE_UP_MS = 10_000;

/** An outgoing webhook bot that answers at once: from the request of a mention to the arrival of the reply at a receiver. */
export const webhookBots: Figure = {
  name: 'webhook-bots',
  async measure({ ownStage }) {
    const stage = await ownStage({ env: { EGRESS_ALLOW: '127.0.0.1' } });
    const organization = await stage.organization(PEOPLE);
    await warmUp(organization, 'calls', stage.port);
    const bot = await AnsweringBot.start();
    const messages = new MarkedMessages();
    const crowd = await Crowd.gather([organization.user(1)], messages);
    const connection = new HttpConnection(stage.port);
    const streamId = organization.streamId('calls');
    const call = async (): Promise<void> => {
      const { arrived } = messages;
      const content = `@**${NAME}** ${AnsweringBot.question(messages.next())}`;
      const { status, body } = await connection.exchange(organization.user(0).toStream(streamId, 'calls', content));
      if (status !== 200) throw new Error(`A mention was answered ${status}: ${body}`);
      const giveUpAt = performance.now() + GIVE_UP_MS;
      while (messages.arrived === arrived && performance.now() < giveUpAt) await sleep(1);
      if (messages.arrived === arrived) throw new Error('A reply did not arrive.');
    };
    try {
      await organization.bot(0, NAME, { bot_type: 3, payload_url: JSON.stringify(bot.url) });
      for (let n = 0; n < WARM_UP_CALLS; n++) await call();
      messages.reset();
      bot.ownMs.length = 0;
      for (let n = 0; n < CALLS; n++) {
        await sleep(PAUSE_MS);
        await call();
      }
      await crowd.disperse();
      const replies = new Percentiles(messages.latencies);
      const own = new Percentiles(bot.ownMs);
      return {
        measurements: [
          row(
            'outgoing webhook bot, idle, mention to reply, without the time of the bot: p50',
            replies.at(50) - own.at(50),
            'ms',
            {
              goal: { atMost: 40 },
            },
          ),
          row('outgoing webhook bot, idle, mention to reply: p99', replies.at(99), 'ms'),
        ],
        plots: [latencyPlot('webhook-bots', 'Mention to reply, idle', 'percentile', [replies.curve('reply')])],
        details: { p50Ms: replies.at(50), botP50Ms: own.at(50), replies: replies.count },
      };
    } finally {
      connection.close();
      bot.close();
    }
  },
};
