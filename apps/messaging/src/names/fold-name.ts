/**
 * What names that count as the same have in common: NFKC and case folding. Stream names and topics are compared, and made unique,
 * by it alone. Upper case on the way: it takes apart what has no lower case of its own (ß, ligatures, final sigma).
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
