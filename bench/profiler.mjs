// Loaded into every service when BENCH_PROFILE is set: SIGUSR2 begins a CPU profile, the next SIGUSR2 writes it.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename, join } from 'node:path';

const SAMPLE_EVERY_MICROSECONDS = 500;
const service = basename(process.argv[1] ?? '', '.js');
let session;
let profiles = 0;

process.on('SIGUSR2', async () => {
  if (session === undefined) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  session = undefined;
  const name = `${service}-${process.pid}-${++profiles}.cpuprofile`;
  writeFileSync(join(process.env.BENCH_PROFILE, name), JSON.stringify(profile));
});
