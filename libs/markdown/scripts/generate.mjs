// Writes the generated modules of src. Run after `tsc -b libs/markdown`: node libs/markdown/scripts/generate.mjs
import { writeFileSync } from 'node:fs';
import { generateLanguageModule } from '../dist/code/generate-language-modules.js';
import { generateEmojiModule } from '../dist/emoji/generate-emoji-names.js';

writeFileSync(new URL('../src/emoji/emoji-names.generated.ts', import.meta.url), generateEmojiModule());
writeFileSync(new URL('../src/code/language-modules.generated.ts', import.meta.url), generateLanguageModule());
