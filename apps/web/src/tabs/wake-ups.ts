/** Timers of hidden tabs run once a minute, so only a longer silence was a sleep. */
const SLEEP_MS = 90_000;
const LOOK_AT_CLOCK_MS = 5_000;

/** Notices a sleep of the computer by the clock. */
export class SleepWatch {
  constructor(private lastMs: number) {}

  /** Whether the computer slept since the last look. */
  look(nowMs: number): boolean {
    const hasSlept = nowMs - this.lastMs > SLEEP_MS;
    this.lastMs = nowMs;
    return hasSlept;
  }
}

/** Calls `wake` when the network comes or goes and after a sleep of the computer, and `onLook` when the tab is seen again. */
export function onWakeUps(wake: () => void, onLook: () => void): void {
  addEventListener('online', wake);
  addEventListener('offline', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') onLook();
  });
  const sleep = new SleepWatch(Date.now());
  setInterval(() => {
    if (sleep.look(Date.now())) wake();
  }, LOOK_AT_CLOCK_MS);
}
