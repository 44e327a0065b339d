/** What replicas of the former release do not survive, with why. A statement ends where its text in the source does. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|SCHEMA|TYPE|VIEW|FUNCTION|SEQUENCE)\b/i, 'drops what older replicas use'],
  [
    /\bALTER\s+TABLE\b[^`';]*\bDROP\s+(?!CONSTRAINT|DEFAULT|NOT\s+NULL|COLUMN|EXPRESSION|IDENTITY)\w+/i,
    'drops a column',
  ],
  // An index has no name to those who read by it.
  [/(?<!\bALTER\s+INDEX\b[^`';]*)\bRENAME\b/i, 'renames what older replicas use'],
  [/\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes the type of a column'],
  [/\bSET\s+NOT\s+NULL\b/i, 'requires what older replicas may not write'],
  [
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT)(?:(?!,|\bDEFAULT\b|[`';]).)*\bNOT\s+NULL\b(?!(?:(?!,|[`';]).)*\b(DEFAULT|GENERATED)\b)/is,
    'adds a column that older replicas do not fill',
  ],
  [/\bTRUNCATE\b/i, 'empties a table'],
];

/**
 * What in the source of a migration would disturb replicas of the release before it, which go on while it runs and after it.
 * What must go is dropped one release later than the last code that uses it.
 */
export function faultsOfMigration(source: string): string[] {
  // What `down` would do is never run.
  const up = source.replace(/async down\([\s\S]*?\n {2}\}/, '');
  return FORBIDDEN.flatMap(([pattern, why]) => {
    const found = pattern.exec(up);
    return found ? [`${found[0].replace(/\s+/g, ' ')}: ${why}`] : [];
  });
}
