import { useEffect, useRef } from 'react';
import { type Address, operandOf } from '../addresses/index.js';
import { useClient } from '../client/index.js';
import { useStream } from './narrow-view.js';
import { problemOf } from './problem-of.js';
import type { Problem } from './problem-view.js';

/** Why the address cannot be shown; a stream may also come or go while it is open. */
export function useProblem(address: Address | undefined): Problem | undefined {
  const client = useClient();
  const operand = address === undefined ? undefined : operandOf(address, 'stream');
  const streamId = typeof operand === 'number' ? operand : undefined;
  const isThere = useStream(streamId) !== undefined;
  const lastSeen = useRef<number>(undefined);
  useEffect(() => {
    if (isThere) lastSeen.current = streamId;
  }, [isThere, streamId]);
  const problem = problemOf(address, client);
  return problem === 'stream' && lastSeen.current === streamId ? 'archived' : problem;
}
