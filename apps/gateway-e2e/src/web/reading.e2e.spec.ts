import { afterAll, beforeAll, describe } from '@jest/globals';
import { sharedSystem } from '../support/shared-system.js';
import { changesByOthers, readMarking, twoTabs } from './reading/live-changes.js';
import { type ReadingScene, startReadingScene } from './reading/reading-scene.js';
import { shownMessages, viewsOfTargets } from './reading/shown-messages.js';
import { textBeingRead } from './reading/text-being-read.js';

let scene: ReadingScene;
beforeAll(async () => {
  scene = await startReadingScene(await sharedSystem());
}, 240_000);
afterAll(() => scene?.close(), 60_000);

// One after the other in one organization.
describe('the text being read', () => textBeingRead(() => scene));
describe('two people', () => changesByOthers(() => scene));
describe('read marking', () => readMarking(() => scene));
describe('two tabs of one browser', () => twoTabs(() => scene));
describe('a view', () => viewsOfTargets(() => scene));
describe('messages in the page', () => shownMessages(() => scene));
