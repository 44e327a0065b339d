/** The public streams of a realm, as of the shard's cursor: only kept while a queue of the realm asks for all of them. */
export interface PublicStreams {
  readonly realmId: number;
  readonly streamIds: Set<number>;
  /** Messaging's sequence that `streamIds` covers. */
  readonly messagingSequence: number;
}

/** Field of the hash of states. */
export const publicStreamsField = (realmId: number): string => `p${realmId}`;

export const writePublicStreams = ({ streamIds, ...state }: PublicStreams): string =>
  JSON.stringify({ ...state, streamIds: [...streamIds] });

export function readPublicStreams(json: string): PublicStreams {
  const { streamIds, ...state } = JSON.parse(json) as Omit<PublicStreams, 'streamIds'> & { streamIds: number[] };
  return { ...state, streamIds: new Set(streamIds) };
}
