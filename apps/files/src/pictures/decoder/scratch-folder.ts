import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setting } from '@chat/configuration';

/** Below FILES_DIR. A key of the storage cannot begin with a capital letter. */
const SCRATCH = 'SCRATCH';
/** No picture takes so long. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** Calls `use` with a new folder for files of a moment, and deletes the folder afterwards. */
export async function withScratchFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  await mkdir(scratchFolder(), { recursive: true });
  const folder = await mkdtemp(join(scratchFolder(), 'picture-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the folders of killed processes. */
export async function removeForgottenFolders(now = Date.now()): Promise<void> {
  for (const name of await readdir(scratchFolder()).catch(() => [])) {
    const path = join(scratchFolder(), name);
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
    if (changedMs < now - FORGOTTEN_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

const scratchFolder = (): string => resolve(setting('FILES_DIR'), SCRATCH);
