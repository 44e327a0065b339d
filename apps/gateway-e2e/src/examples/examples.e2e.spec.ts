import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allEndpoints,
  confirmTotpSetUp,
  deactivateRealm,
  type Endpoint,
  EXAMPLE_LANGUAGES,
  exampleFile,
  exampleProgram,
  getTemporaryFile,
  getWebAsset,
  isForBrowsers,
  logOutByOidc,
  RawResponse,
  reorderProfileFields,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SharedSystem, sharedSystem } from '../support/shared-system.js';
import { ExampleOrganization, PICTURE } from './example-organization.js';
import { type Example, failedExamples } from './run-examples.js';

/**
 * In the order of the contracts, so an example may use the result of an earlier one, except four. The code of a second factor and a
 * temporary address work for a minute. A new order of profile fields names all fields, so it precedes those that add and delete one. The last example deactivates the
 * organization.
 */
const FIRST = [reorderProfileFields.pattern, confirmTotpSetUp.pattern, getTemporaryFile.pattern] as readonly string[];
const rank = ({ pattern }: Endpoint): number =>
  Number(pattern === deactivateRealm.pattern) - Number(FIRST.includes(pattern));
const ENDPOINTS = allEndpoints()
  // Only a provider can make the token of its logout: providers.e2e.spec.ts.
  // Files of the web client have other names after each change: apps/gateway/src/web-client.
  .filter(
    (endpoint) =>
      !isForBrowsers(endpoint) && endpoint.pattern !== logOutByOidc.pattern && endpoint.pattern !== getWebAsset.pattern,
  )
  .sort((one, other) => rank(one) - rank(other));

let system: SharedSystem;
const places: ExampleOrganization[] = [];
let folder: string;

beforeAll(async () => {
  for (const program of ['curl', 'python3']) {
    try {
      execFileSync(program, ['--version']);
    } catch {
      throw new Error(`This test runs ${program}, which is not installed. Debian: apt-get install curl python3`);
    }
  }
  system = await sharedSystem();
  folder = mkdtempSync(join(tmpdir(), 'chat-examples-'));
  for (const { streamsFile, path } of ENDPOINTS) {
    if (streamsFile) writeFileSync(join(folder, exampleFile({ path })), PICTURE);
  }
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const place of places) await place.close();
});

describe('the documented example of every endpoint succeeds', () => {
  it.each(EXAMPLE_LANGUAGES)('in %s', async (language) => {
    const place = await ExampleOrganization.create(system);
    places.push(place);
    const examples: Example[] = [];
    for (const endpoint of ENDPOINTS) {
      examples.push({
        name: `${endpoint.method} ${endpoint.path}`,
        program: exampleProgram(language, endpoint, await place.parametersOf(endpoint)),
        env: await place.environmentOf(endpoint),
        isJson: endpoint.response !== RawResponse,
      });
    }

    expect(await failedExamples(language, folder, examples)).toEqual([]);
  });
});
