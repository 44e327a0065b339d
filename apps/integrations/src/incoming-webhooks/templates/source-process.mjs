// Starts the process from its TypeScript source. Only tests run from source; the built renderer starts render-process.js.
import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);
await import('./render-process.ts');
