import { afterAll, beforeAll, describe } from '@jest/globals';
import { type ClientsScene, startClientsScene } from './existing-clients/clients-scene.js';
import { mobileApp } from './existing-clients/mobile-app.js';
import { pythonClient } from './existing-clients/python-client.js';
import { terminalClient } from './existing-clients/terminal-client.js';
import { zulipJsRequests } from './existing-clients/zulip-js.js';

let scene: ClientsScene;

beforeAll(async () => {
  scene = await startClientsScene();
}, 180_000);
afterAll(() => scene?.close(), 60_000);

describe('zulip-js', () => zulipJsRequests(() => scene));
describe('the Python client', () => pythonClient(() => scene));
describe('the mobile app', () => mobileApp(() => scene));
describe('the terminal client', () => terminalClient(() => scene));
