import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { generateLanguageModule } from './generate-language-modules.js';

it('the table of languages equals the output of the generator', () => {
  const file = readFileSync(new URL('./language-modules.generated.ts', import.meta.url), 'utf8');

  expect(file).toBe(generateLanguageModule());
});
