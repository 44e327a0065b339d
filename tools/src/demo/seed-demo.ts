import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '../supervisor/processes-file.js';
import type { System } from '../supervisor/system.js';
import type { DemoOrganization } from './demo-organization.js';

/**
 * Makes the demo organization on first start, and writes `demo.json` (readable by oneself only: it holds keys).
 * On later starts the accounts are those of the file; only the address may have changed.
 */
export async function seedDemo(system: System): Promise<DemoOrganization> {
  const path = join(system.folder, 'demo.json');
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as DemoOrganization) : undefined;
  const demo: DemoOrganization = { base_url: system.baseUrl, users: known?.users ?? [] };
  writeJson(path, demo, 0o600);
  return demo;
}
