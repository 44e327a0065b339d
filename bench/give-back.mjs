// Loaded into every service of a memory measurement: SIGUSR2 makes it return unused memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
process.on('SIGUSR2', () => collectGarbage());
