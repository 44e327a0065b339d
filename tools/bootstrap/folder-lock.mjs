// Node built-ins only: this runs before anything is installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { identify, isSameProcess } from './process-identity.mjs';

/** Another process, `pid`, holds the lock. */
export class LockedError extends Error {
  constructor(path, pid) {
    super(`process ${pid} holds ${path}`);
    this.pid = pid;
  }
}

/**
 * Takes the lock file at `path` for this process and returns a function that releases it. Takes over the lock of an
 * ended process. Throws LockedError if the holder is alive.
 */
export function lockFolder(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    for (;;) {
      try {
        // A link either is the lock, complete with its content, or fails: two starters cannot both have it.
        linkSync(mine, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = readHolder(path);
      if (holder !== undefined && isSameProcess(holder)) throw new LockedError(path, holder.pid);
      setAside(path, `${mine}.stale`);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function setAside(path, to) {
  try {
    renameSync(path, to);
  } catch {
    // Another starter was quicker; the next round sees its lock.
  }
  rmSync(to, { force: true });
}
