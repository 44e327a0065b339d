import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A module that is loaded when it is first asked for, synchronously. Importing this library must stay cheap for those
 * who only want an emoji's code, and the parts for formulas and code are large. `require`, because `import()` would
 * make rendering asynchronous.
 */
export function onFirstUse<T>(name: string): () => T {
  let loaded: T | undefined;
  return () => {
    loaded ??= require(name) as T;
    return loaded;
  };
}

/** A module that is loaded under a name only known later. */
export function requireNow<T>(name: string): T {
  return require(name) as T;
}
