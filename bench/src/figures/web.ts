import { CreateUserAsOperator, Role } from '@chat/contracts';
import { seedDemo } from '@chat/tools';
import type { Browser } from 'playwright-core';
import { suggestionsMs } from '../browser/mention-keys.js';
import { idlePercent, OpenWindow } from '../browser/open-window.js';
import { playMessages, type Weight, weightOf } from '../browser/played-messages.js';
import { inProfile, type Session, signIn, slowDown } from '../browser/profiles.js';
import { type Visit, Visitor } from '../browser/visitor.js';
import { ApiUser } from '../load/api-user.js';
import { pacedLoad } from '../load/paced-load.js';
import { type Figure, type Measurement, row } from '../measurement.js';
import { TEN_THOUSAND } from '../population/organization.js';
import type { Stage } from '../system/stage.js';

const SLOWDOWN = 4;
const LATE_MS = 1_500;
const ARRIVING_PER_SECOND = 50;
const ARRIVING_MS = 8_000;
/** Of a screen with sixty frames a second. */
const FRAME_MS = 1_000 / 60;
const PLAYED_MESSAGES = 100_000;

/** The web client in a real browser, with the demo organization. */
export const web: Figure = {
  name: 'web',
  async measure({ ownStage }) {
    const stage = await ownStage();
    const { organization } = await seedDemo(stage.system);
    const [person, other] = organization.users;
    if (person === undefined || other === undefined)
      throw new Error('The demo organization has no account. Run npm run reset, then the bench again.');
    await stage.becomeIdle();
    // Loaded here, as no other figure needs it.
    const { startChromium } = await import('@chat/browser');
    const browser = await startChromium();
    try {
      const session = await signIn(browser, stage.system.baseUrl, person);
      const sender = new ApiUser(
        stage.port,
        new URL(stage.system.baseUrl).host,
        other.user_id,
        other.email,
        other.api_key,
      );
      const visits = await measureVisits(browser, stage, session);
      const uses = await measureUses(browser, stage, session, sender);
      const weight = await measureWeight(browser, stage, session);
      const large = await measureLargeOrganization(browser, stage);
      const measurements = [
        ...rowsOfVisits(visits),
        ...rowsOfLargeOrganization(large),
        ...rowsOfUses(uses),
        ...rowsOfWeight(weight),
      ];
      return { measurements, details: { visits, large, uses, weight } };
    } finally {
      await browser.close();
    }
  },
};

async function measureVisits(browser: Browser, stage: Stage, session: Session) {
  const visitor = new Visitor(browser, stage.system.baseUrl, session);
  // The services compile their code, too.
  await visitor.cold(1);
  const cold = await visitor.several(() => visitor.cold(1));
  const slow = await visitor.several(() => visitor.cold(SLOWDOWN));
  const warm = await visitor.several(() => visitor.warm(LATE_MS));
  return { cold, slow, warm };
}

/** One window, in use: without other messages, then while messages arrive, then idle. */
function measureUses(browser: Browser, stage: Stage, session: Session, sender: ApiUser) {
  return inProfile(browser, session, async (page) => {
    const window = await OpenWindow.open(page, stage.system.baseUrl);
    const switchMs = await window.switchMs();
    const ownMessageFrames = await window.ownMessageFrames();
    const { streamId, topic } = await window.conversation();
    const arriving = () =>
      pacedLoad({
        port: stage.port,
        perSecond: ARRIVING_PER_SECOND,
        durationMs: ARRIVING_MS,
        next: () => sender.toStream(streamId, topic, 'One of fifty messages in this second.'),
      });
    const interactionMs = await window.interactionMsDuring(arriving());
    await slowDown(page, SLOWDOWN);
    const slowInteractionMs = await window.interactionMsDuring(arriving());
    await slowDown(page, 1);
    const layoutShift = await window.layoutShift();
    await stage.becomeIdle();
    const idle = await idlePercent(browser);
    return { switchMs, ownMessageFrames, interactionMs, slowInteractionMs, layoutShift, idle };
  });
}

function measureWeight(browser: Browser, stage: Stage, session: Session): Promise<Weight> {
  return inProfile(browser, session, async (page) => {
    await OpenWindow.open(page, stage.system.baseUrl);
    await playMessages(page, PLAYED_MESSAGES);
    return weightOf(page);
  });
}

/** The same client, in an organization with 10,000 people in 100 streams. */
async function measureLargeOrganization(browser: Browser, stage: Stage) {
  const baseUrl = await addVisitor(stage);
  const session = await signIn(browser, baseUrl, VISITOR);
  const visitor = new Visitor(browser, baseUrl, session);
  await visitor.cold(1);
  const cold = await visitor.several(() => visitor.cold(1));
  const slow = await visitor.several(() => visitor.cold(SLOWDOWN));
  const suggestions = await inProfile(browser, session, async (page) => {
    await page.goto(`${baseUrl}/#recent`);
    await page.getByRole('main').getByRole('link', { name: /hello/ }).first().click();
    return suggestionsMs(page);
  });
  return { cold, slow, suggestions };
}

const VISITOR = { email: 'visitor@example.com', password: 'nine purple elephants dance' };

/** One more person, in every stream, with a message. Resolves with the address of the organization. */
async function addVisitor(stage: Stage): Promise<string> {
  const large = await stage.organization(TEN_THOUSAND);
  const { realmId } = large;
  const fields = { ...VISITOR, realmId, fullName: 'Visitor', role: Role.Member };
  const { userId } = await stage.operator.request(CreateUserAsOperator, fields, { realmId, requestId: 'bench' });
  const owner = large.user(0);
  const subscriptions = JSON.stringify(Object.keys(TEN_THOUSAND.streams).map((name) => ({ name })));
  await owner.ask(owner.post('/users/me/subscriptions', { subscriptions, principals: JSON.stringify([userId]) }));
  await owner.ask(owner.toStream(large.streamId('stream 0'), 'hello', 'The first message.'));
  await stage.becomeIdle();
  return `http://${owner.host}:${stage.port}`;
}

const rowsOfVisits = ({ cold, slow, warm }: Readonly<Record<'cold' | 'slow' | 'warm', Visit>>): Measurement[] => [
  row('web client: code until the first conversation', cold.codeBytes / 1_024, 'KiB', { goal: { atMost: 200 } }),
  row('web client: fonts', cold.fontBytes / 1_024, 'KiB', { goal: { atMost: 60 } }),
  row('web client: code of a second visit', warm.allCodeBytes / 1_024, 'KiB', { goal: { atMost: 0 } }),
  row('first message, demo organization, cold cache', cold.firstMessageMs, 'ms', { goal: { atMost: 600 } }),
  row('first message, demo organization, cold cache, x4 slower', slow.firstMessageMs, 'ms', {
    goal: { atMost: 1_800 },
  }),
  row('first message, warm cache, API 1.5 s late', warm.firstMessageMs, 'ms', { goal: { atMost: 400 } }),
];

const LARGE = 'first message, 10,000 people and 100 streams, cold cache';
type LargeOrganization = Awaited<ReturnType<typeof measureLargeOrganization>>;
const rowsOfLargeOrganization = ({ cold, slow, suggestions }: LargeOrganization): Measurement[] => [
  row(LARGE, cold.firstMessageMs, 'ms', { goal: { atMost: 1_200 } }),
  row(`${LARGE}, x4 slower`, slow.firstMessageMs, 'ms', { goal: { atMost: 4_000 } }),
  row('suggestions of a mention among 10,000 people, key to frame, p95', suggestions, 'ms', {
    goal: { atMost: FRAME_MS },
  }),
];

const rowsOfUses = (uses: Awaited<ReturnType<typeof measureUses>>): Measurement[] => [
  row('switch to a loaded conversation, click to paint, p95', uses.switchMs, 'ms', { goal: { atMost: 50 } }),
  row('interactions while 50 messages/s arrive, p95', uses.interactionMs, 'ms', { goal: { atMost: 50 } }),
  row('interactions while 50 messages/s arrive, p95, x4 slower', uses.slowInteractionMs, 'ms', {
    goal: { atMost: 100 },
  }),
  row('own message on the screen after Enter', uses.ownMessageFrames, 'frames', { goal: { atMost: 1 } }),
  row('layout shift of a session', uses.layoutShift, '', { goal: { atMost: 0.05 } }),
  row('an open, idle window, all processes of the browser', uses.idle, '% of a core', { goal: { atMost: 1 } }),
];

const rowsOfWeight = ({ heapMegabytes, elements }: Weight): Measurement[] => [
  row('heap after 100,000 played messages in an open window', heapMegabytes, 'MB', { goal: { atMost: 150 } }),
  row('elements after 100,000 played messages in an open window', elements, '', { goal: { atMost: 20_000 } }),
];
