import { expect, it } from '@jest/globals';
import { importsOf } from './import-of.js';

it('finds imports of every kind, and nothing in comments or strings', () => {
  const source = `
    import a from 'one';
    import type { B } from 'two';
    import './three.js';
    export { c } from 'four';
    export * from 'five';
    // import d from 'no';
    const text = "import e from 'no'";
    async function load() { await import('six'); }
    require('seven')(1); createRequire(import.meta.url).resolve(\`eight/\${text}\`); Promise.resolve('no');
    @Decorated() class F { constructor(@Inject() private readonly g: B) {} }
  `;

  expect(importsOf(source)).toEqual([
    { specifier: 'one', isTypeOnly: false },
    { specifier: 'two', isTypeOnly: true },
    { specifier: './three.js', isTypeOnly: false },
    { specifier: 'four', isTypeOnly: false },
    { specifier: 'five', isTypeOnly: false },
    { specifier: 'six', isTypeOnly: false },
    { specifier: 'seven', isTypeOnly: false },
    { specifier: 'eight/', isTypeOnly: false },
  ]);
});

it('reads a source with JSX', () => {
  const source = `import { a } from 'one'; export const b = <p title={a}>text</p>;`;

  expect(importsOf(source, true)).toEqual([{ specifier: 'one', isTypeOnly: false }]);
  expect(() => importsOf(source)).toThrow();
});
