/** `@jest/globals` for modules that outlive a test file: each use reaches the global of the file that runs. */
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _this, args) => globalThis[name](...args),
    get: (_target, property) => globalThis[name][property],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
export const jest = current('jest');
export const test = current('test');
