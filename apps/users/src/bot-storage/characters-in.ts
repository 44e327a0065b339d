/** Code points, as PostgreSQL's char_length counts them. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
