import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
import { NativeEnvironment } from './environment.mjs';

const require = createRequire(import.meta.url);

/** Loads modules by Node itself, once for all test files of a worker. */
class NativeRuntime {
  #environment;

  constructor(environment) {
    this.#environment = environment;
  }

  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals, { jest: this.#jest() });
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  /** A part of Jest that holds the state of one test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}

  #jest() {
    const { moduleMocker, fakeTimersModern } = this.#environment;
    return {
      fn: (implementation) => moduleMocker.fn(implementation),
      spyOn: (object, key, access) => moduleMocker.spyOn(object, key, access),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (ms) => fakeTimersModern.advanceTimersByTimeAsync(ms),
    };
  }
}

/** Calls `work` and returns each `AsyncLocalStorage` that it makes. */
function storagesMadeBy(work) {
  const storages = [];
  const original = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
  class NotedStorage extends asyncHooks.AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      storages.push(this);
    }
  }
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: NotedStorage, configurable: true });
  try {
    work();
  } finally {
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', original);
  }
  return storages;
}

/**
 * Jest stores the running test in an `AsyncLocalStorage` that it makes for each file and never disables. Each promise of the process
 * then carries the values of all former files: after sixty files it costs ten times as much.
 */
function disableStoragesAtEnd(runtime) {
  const storages = [];
  const { requireInternalModule, teardown } = runtime;
  runtime.requireInternalModule = (...args) => {
    let loaded;
    const load = () => {
      loaded = requireInternalModule.apply(runtime, args);
    };
    storages.push(...storagesMadeBy(load));
    return loaded;
  };
  runtime.teardown = () => {
    for (const storage of storages) storage.disable();
    teardown.apply(runtime);
  };
  return runtime;
}

/**
 * The constructor that Jest calls for a test file. The runtime of Jest, which isolated files get, loads every module again for
 * each file: in a short service test that is most of the work.
 */
export default function Runtime(config, environment, ...further) {
  return disableStoragesAtEnd(
    environment instanceof NativeEnvironment
      ? new NativeRuntime(environment)
      : new JestRuntime(config, environment, ...further),
  );
}
