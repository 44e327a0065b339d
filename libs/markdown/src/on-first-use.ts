import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A module or JSON file that is loaded synchronously at the first call; relative names start from this folder. Importing
 * this library stays cheap for a caller that only needs an emoji's code: the parts for formulas and code are large.
 * `require`, because `import()` would make rendering asynchronous.
 */
export function onFirstUse<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}

/** A module with a name that is only known at run time. */
export const requireNow = <T>(name: string): T => require(name) as T;
