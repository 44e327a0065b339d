// Writes src/emoji/emoji-names.generated.ts. Run after `tsc -b libs/markdown`: node libs/markdown/scripts/generate-emoji-names.mjs
import { writeFileSync } from 'node:fs';
import { generateEmojiModule } from '../dist/emoji/generate-emoji-data.js';

writeFileSync(new URL('../src/emoji/emoji-names.generated.ts', import.meta.url), generateEmojiModule());
