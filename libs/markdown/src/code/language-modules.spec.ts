import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { generateLanguageModule } from './generate-language-modules.js';

it('The table of languages is what the generator makes of the highlighter', () => {
  const file = readFileSync(new URL('./language-modules.generated.ts', import.meta.url), 'utf8');

  expect(file).toBe(generateLanguageModule());
});
