import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpackLibraries } from '@chat/debian-packages';
import { type Browser, chromium } from 'playwright-core';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
/** Unpacked once, to the folder of the test servers. */
const FOLDER = join(PACKAGE, '../../.local/test-servers/chromium');
const LIBRARIES = ['libnss3', 'libnspr4', 'libexpat1'];
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.chat.test 127.0.0.1'];
const UNPACK = join(PACKAGE, 'scripts/unpack-chromium.mjs');

/**
 * Chromium without a window. `*.localhost` is this machine, and as trustworthy as HTTPS; `*.chat.test` is
 * this machine, and another computer for the browser. `CHROMIUM` names the program of another Chromium.
 * Elsewhere than on Linux it is the installed Chrome.
 */
export async function startChromium(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return chromium.launch({ channel: 'chrome', args: ARGUMENTS });
  const executablePath = join(FOLDER, 'chromium');
  if (!existsSync(executablePath)) await unpack();
  const ownFonts = { FONTCONFIG_FILE: join(FOLDER, 'fonts.conf') };
  const env = { ...environment(), ...ownFonts, ...(await missingLibraries(executablePath)) };
  return chromium.launch({ executablePath, env, args: ARGUMENTS });
}

/** Of several simultaneous calls the first one stays. */
async function unpack(): Promise<void> {
  mkdirSync(dirname(FOLDER), { recursive: true });
  const work = mkdtempSync(`${FOLDER}.`);
  try {
    const env = { ...process.env, TMPDIR: work, NODE_OPTIONS: '' };
    await run(process.execPath, [UNPACK], { env });
    writeFileSync(join(work, 'fonts.conf'), FONTS);
    if (!existsSync(FOLDER)) renameSync(work, FOLDER);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The same fonts on every machine. */
const FONTS = `<?xml version="1.0"?>
<fontconfig><dir>${join(FOLDER, 'fonts/fonts')}</dir><cachedir>${join(FOLDER, 'font-cache')}</cachedir></fontconfig>
`;

let libraries: Promise<Readonly<Record<string, string>>> | undefined;

/** Variables for libraries that the system lacks. A try starts the program, so a process tries once. */
function missingLibraries(executablePath: string): Promise<Readonly<Record<string, string>>> {
  libraries ??= findMissingLibraries(executablePath);
  return libraries;
}

async function findMissingLibraries(executablePath: string): Promise<Readonly<Record<string, string>>> {
  const isComplete = await run(executablePath, ['--version']).then(
    () => true,
    () => false,
  );
  return isComplete ? {} : { LD_LIBRARY_PATH: await unpackLibraries(`${FOLDER}-libraries`, LIBRARIES) };
}

const environment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
