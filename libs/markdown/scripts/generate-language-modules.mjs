// Writes src/code/language-modules.generated.ts. Run after `tsc -b libs/markdown`: node libs/markdown/scripts/generate-language-modules.mjs
import { writeFileSync } from 'node:fs';
import { generateLanguageModule } from '../dist/code/generate-language-modules.js';

writeFileSync(new URL('../src/code/language-modules.generated.ts', import.meta.url), generateLanguageModule());
