/**
 * Statements that replicas of the former release do not survive, with the reason. A statement ends where its text in
 * the source ends.
 */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(TABLE|COLUMN|SCHEMA|TYPE|VIEW|FUNCTION|SEQUENCE)\b/i, 'drops what older replicas use'],
  [
    /\bALTER\s+TABLE\b[^`';]*\bDROP\s+(?!CONSTRAINT|DEFAULT|NOT\s+NULL|COLUMN|EXPRESSION|IDENTITY)\w+/i,
    'drops a column',
  ],
  // Queries do not name indexes.
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
 * Statements of a migration's source that would disturb replicas of the release before it, which run during and after
 * it. A column is dropped one release later than the last code that uses it.
 */
export function faultsOfMigration(source: string): string[] {
  // `down` never runs.
  const up = source.replace(/async down\([\s\S]*?\n {2}\}/, '');
  return FORBIDDEN.flatMap(([pattern, why]) => {
    const found = pattern.exec(up);
    return found ? [`${found[0].replace(/\s+/g, ' ')}: ${why}`] : [];
  });
}
