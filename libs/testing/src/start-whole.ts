/** A part of a larger start, such as a server or a proxy. */
type Part = { stop(): Promise<unknown> } | { close(): Promise<unknown> };

const end = (part: Part): Promise<unknown> => ('stop' in part ? part.stop() : part.close());

/** Registers a part as soon as its own start begins. Returns the same promise. */
type Own = <Started extends Part>(starting: Promise<Started>) => Promise<Started>;

/**
 * Starts something that consists of parts. If `start` fails, it stops each part that has started or is about to, and rejects with the
 * first error, so that a failed start leaves no process and no open port.
 */
export async function startWhole<Started>(start: (own: Own) => Promise<Started>): Promise<Started> {
  const parts: Promise<Part>[] = [];
  const own: Own = (starting) => {
    parts.push(starting);
    return starting;
  };
  try {
    return await start(own);
  } catch (error) {
    const results = await Promise.allSettled(parts);
    const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    await endWhole(...started).catch(() => {});
    throw error;
  }
}

/** Ends all parts, also if one of them fails. Then rejects with the first error. */
export async function endWhole(...parts: readonly (Part | undefined)[]): Promise<void> {
  const results = await Promise.allSettled(parts.map(async (part) => part && end(part)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
