const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Key of a name: two names are the same name if their keys are equal. Ignores letter case and Unicode form (NFKC); keeps blank
 * ends. Folding a key again returns the key.
 *
 * Databases store keys, so a change of a result needs a migration of every `…_key` column.
 */
export function foldName(name: string): string {
  if (IS_ASCII.test(name)) return name.toLowerCase();
  // Upper case takes apart letters without a single lower-case form (ß, final sigma); lower case before it does so for ẞ.
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
