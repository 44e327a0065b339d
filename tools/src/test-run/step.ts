/** How a step went. */
export interface StepResult {
  isGreen: boolean;
  /** Tests that passed and failed; a step without tests that goes wrong counts as one failure. */
  passed: number;
  failed: number;
  /** Test files with their durations, in ms. */
  files: { path: string; ms: number }[];
}

/** What `npm test` was asked for. */
export interface StepContext {
  /** Absolute path of the repository. */
  root: string;
  /** Parts of paths by which test files are chosen; empty for all. */
  paths: string[];
}

/** One of the things that decide whether a commit is good. */
export interface Step {
  name: string;
  /** What it does, for the headline. */
  title: string;
  run(context: StepContext): Promise<StepResult>;
}

/** Result of a step that is one check and not a number of tests. */
export function checkResult(isGreen: boolean): StepResult {
  return { isGreen, passed: 0, failed: isGreen ? 0 : 1, files: [] };
}
