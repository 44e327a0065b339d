import { TRACING_VARIABLES, VARIABLES, type VariableName } from '@chat/configuration';

/** Variables that only programs for developers, or Compose, read. */
const OF_OTHER_PROGRAMS = ['BENCH_PROFILE', 'SOAK_SECONDS', 'TEST_TIER', 'TLS_PROXY'];
const WITHOUT_RULE: ReadonlySet<string> = new Set([...TRACING_VARIABLES, ...OF_OTHER_PROGRAMS]);

/** The reason why a variable is unknown, or why a service refuses its value. */
export function settingProblem(name: string, value: string): string | undefined {
  if (WITHOUT_RULE.has(name)) return undefined;
  if (!Object.hasOwn(VARIABLES, name)) return 'there is no such setting, and the page does not read it';
  const { parse, expectation } = VARIABLES[name as VariableName];
  try {
    return parse(value) === undefined ? expectation : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
