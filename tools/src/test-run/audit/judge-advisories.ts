/** A known weakness of a package that runs in production, as `pnpm audit --json` reports it. */
export interface Advisory {
  readonly github_advisory_id: string;
  readonly module_name: string;
  readonly title: string;
  readonly severity: string;
  readonly vulnerable_versions: string;
  readonly patched_versions: string;
  readonly url: string;
  readonly findings: readonly { readonly version: string; readonly paths: readonly string[] }[];
}

/** An advisory that does not concern us, and why; until a day when somebody looks again. */
export interface AuditException {
  readonly advisory: string;
  readonly reason: string;
  /** `YYYY-MM-DD`. */
  readonly until: string;
}

export interface AuditVerdict {
  readonly isGreen: boolean;
  readonly lines: readonly string[];
}

const GRAVE = new Set(['high', 'critical']);

/** High and critical advisories without a valid exception make it red; everything is told. `today` as `YYYY-MM-DD`. */
export function judgeAdvisories(
  advisories: readonly Advisory[],
  exceptions: readonly AuditException[],
  today: string,
): AuditVerdict {
  const valid = new Map(exceptions.filter(({ until }) => until >= today).map((entry) => [entry.advisory, entry]));
  const lines: string[] = [];
  let isGreen = true;
  for (const advisory of advisories) {
    const exception = valid.get(advisory.github_advisory_id);
    const isGrave = GRAVE.has(advisory.severity) && exception === undefined;
    if (isGrave) isGreen = false;
    const what = `${advisory.severity}: ${advisory.module_name} ${advisory.findings.map(({ version }) => version).join(', ')}: ${advisory.title}`;
    const why = exception === undefined ? '' : ` (excepted until ${exception.until}: ${exception.reason})`;
    lines.push(`${isGrave ? 'RED ' : ''}${what}, ${advisory.url}, fixed in ${advisory.patched_versions}${why}`);
  }
  const reported = new Set(advisories.map((advisory) => advisory.github_advisory_id));
  for (const { advisory, until } of exceptions) {
    if (!reported.has(advisory)) lines.push(`The exception for ${advisory} is no longer needed`);
    else if (until < today) lines.push(`The exception for ${advisory} ended on ${until}: look at it again`);
  }
  return { isGreen, lines: lines.length === 0 ? ['No known weakness'] : lines };
}
