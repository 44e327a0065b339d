import { foldName } from '@chat/text';

/** Key under which an address or name is stored and found. Ignores blank ends also where folding creates them ("´"). */
export const nameKey = (given: string): string => foldName(given).trim();
