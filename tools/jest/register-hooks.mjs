import { register } from 'node:module';

register('./module-hooks.mjs', import.meta.url);
