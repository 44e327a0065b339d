/**
 * Bundles programs, by name the absolute paths of their compiled entries, into `folder`: `<name>.js` and chunks that they share. Replaces
 * the folder at the end, so that a reader finds the last bundle or this one.
 */
export function bundle(entries: Readonly<Record<string, string>>, folder: string): Promise<void>;
