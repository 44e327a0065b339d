/** Streams, topics and addresses are compared without regard to letter case and Unicode form. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
