// Starts the worker from its TypeScript source. Only tests run from source; the built pool starts render-worker.js.
import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);
await import('./render-worker.ts');
