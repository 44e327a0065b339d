/** A subscribed stream as the left bar orders it. */
export interface ListedStream {
  readonly stream_id: number;
  readonly name: string;
  readonly pin_to_top: boolean;
  readonly is_muted: boolean;
  /** Messages of a week; null for a new stream. */
  readonly stream_weekly_traffic: number | null;
}

export const STREAM_SECTIONS = ['pinned', 'active', 'inactive'] as const;
export type StreamSection = (typeof STREAM_SECTIONS)[number];

/** Values of the setting `demote_inactive_streams`. */
const Demote = { Automatic: 1, Always: 2, Never: 3 } as const;
/** Fewer streams are not split with the automatic setting. */
const MANY_STREAMS = 30;

interface Settings {
  readonly demoteInactive: number;
  compare(one: string, other: string): number;
  hasUnread(streamId: number): boolean;
}

/** Streams by section; in each by name, muted ones last. */
export function streamSections<Stream extends ListedStream>(
  streams: Iterable<Stream>,
  { demoteInactive, compare, hasUnread }: Settings,
): Readonly<Record<StreamSection, readonly Stream[]>> {
  const all = [...streams].sort(
    (one, other) => Number(one.is_muted) - Number(other.is_muted) || compare(one.name, other.name),
  );
  const splits =
    demoteInactive === Demote.Always || (demoteInactive === Demote.Automatic && all.length >= MANY_STREAMS);
  const isInactive = (stream: Stream) => splits && stream.stream_weekly_traffic === 0 && !hasUnread(stream.stream_id);
  return {
    pinned: all.filter((stream) => stream.pin_to_top),
    active: all.filter((stream) => !stream.pin_to_top && !isInactive(stream)),
    inactive: all.filter((stream) => !stream.pin_to_top && isInactive(stream)),
  };
}
