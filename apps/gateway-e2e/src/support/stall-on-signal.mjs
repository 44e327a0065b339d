// Preloaded into services by tests: SIGUSR2 keeps the event loop busy for STALL_MS, as a handler that computes too long does.
// Unlike a stopped process its connections are acknowledged by the kernel, its threads go on, and it never learns of it.
const stallMs = Number(process.env.STALL_MS);
process.on('SIGUSR2', () => {
  const until = performance.now() + stallMs;
  while (performance.now() < until);
});
