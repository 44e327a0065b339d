/**
 * What names and addresses that count as the same have in common: NFKC and case folding. They are compared, and made unique,
 * by it alone. Upper case first: it takes apart what has no lower case of its own (ß, ligatures, final sigma).
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();
}
