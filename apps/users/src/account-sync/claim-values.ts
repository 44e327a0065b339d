/** Most values of one claim that count. */
const MAX_VALUES = 10_000;

/**
 * The texts of a claim, which is a text or a list. None if the claim is missing: providers leave out an attribute without values. Undefined
 * if the claim is something else. Items of another type, and empty texts, do not count.
 */
export function textsOf(claim: unknown): readonly string[] | undefined {
  if (claim === undefined || claim === null) return [];
  if (typeof claim !== 'string' && !Array.isArray(claim)) return undefined;
  const items: readonly unknown[] = [claim].flat().slice(0, MAX_VALUES);
  return items.filter((item): item is string => typeof item === 'string' && item !== '');
}

/** Whether the provider sent the claim. */
export const isMissing = (claim: unknown): boolean => claim === undefined || claim === null;

/** The results of a map for the texts, without repetitions. Texts that the map does not name have none. */
export const mapped = <Result>(map: Readonly<Record<string, Result>>, texts: readonly string[]): Result[] => [
  ...new Set(texts.flatMap((text) => (Object.hasOwn(map, text) ? [map[text] as Result] : []))),
];
