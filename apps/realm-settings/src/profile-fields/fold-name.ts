/** What two names must not share: equal without regard to letter case and Unicode form. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase().normalize('NFKC');
