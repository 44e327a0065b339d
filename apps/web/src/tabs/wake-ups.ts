/** Timers of hidden tabs run once a minute, so only a longer silence was a sleep. */
const SLEEP_MS = 90_000;
const LOOK_AT_CLOCK_MS = 5_000;

/** Calls `wake` when the network is back, or the computer after a sleep, and `look` when the tab is looked at again. */
export function onWakeUps(wake: () => void, look: () => void): void {
  addEventListener('online', wake);
  addEventListener('offline', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  let lastMs = Date.now();
  setInterval(() => {
    const nowMs = Date.now();
    if (nowMs - lastMs > SLEEP_MS) wake();
    lastMs = nowMs;
  }, LOOK_AT_CLOCK_MS);
}
