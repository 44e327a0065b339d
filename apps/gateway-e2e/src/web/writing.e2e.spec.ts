import { startChromium } from '@chat/browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Organization, type TestUser } from '../support/organization.js';
import { SessionProfiles } from '../support/session-profiles.js';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import type { WebClient } from '../support/web-client.js';
import { filesAndFormats } from './writing/files.js';
import { keptTexts } from './writing/kept-texts.js';
import { mentionedPeople } from './writing/mentions.js';
import { newConversations } from './writing/new-conversations.js';
import { status, typing } from './writing/status.js';
import { sentTexts } from './writing/texts.js';
import type { WritingScene } from './writing/writing-scene.js';

let system: SharedSystem;
let organization: Organization;
let browser: Browser;
let priya: TestUser;
let jonas: TestUser;
let streamId: number;
let profiles: SessionProfiles;
let writer: WebClient;
beforeAll(async () => {
  system = await sharedSystem();
  [organization, browser] = await Promise.all([
    Organization.create({ ...system, domain: 'localhost' }),
    startChromium(),
  ]);
  [priya, jonas] = await Promise.all([organization.addUser('Priya Raman'), organization.addUser('Jonas Weber')]);
  const subscriptions = [{ name: 'design' }];
  for (const { client } of [priya, jonas]) await client.post('/users/me/subscriptions', { subscriptions });
  profiles = new SessionProfiles(priya, { browser, system, organization });
  await priya.client.patch('/settings', { enter_sends: true });
  ({ stream_id: streamId } = await priya.client.get('/get_stream_id', { stream: 'design' }));
}, 240_000);
beforeEach(async () => {
  writer = await profiles.open(topic('logo'));
});
afterEach(() => writer.close());
afterAll(async () => {
  await browser?.close();
  await organization?.close();
}, 60_000);
const topic = (name: string): string => `#narrow/stream/${streamId}-design/topic/${name}`;
const scene = (): WritingScene => ({ system, organization, browser, priya, jonas, streamId, writer, topic });

// One after the other in one organization.
describe('a text', () => sentTexts(scene));
describe('texts', () => keptTexts(scene));
describe('a text with mentions', () => mentionedPeople(scene));
describe('a text with files', () => filesAndFormats(scene));
describe('typing', () => typing(scene));
describe('a status', () => status(scene));
describe('a new conversation', () => newConversations(scene));
