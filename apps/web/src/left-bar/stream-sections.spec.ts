import { describe, expect, it } from '@jest/globals';
import { type ListedStream, streamSections } from './stream-sections.js';

const stream = (stream_id: number, name: string, more: Partial<ListedStream> = {}): ListedStream => ({
  stream_id,
  name,
  pin_to_top: false,
  is_muted: false,
  stream_weekly_traffic: 5,
  ...more,
});
const settings = {
  demoteInactive: 1,
  compare: (one: string, other: string) => one.localeCompare(other),
  hasUnread: (id: number) => id === 99,
};
const names = (streams: readonly ListedStream[]) => streams.map(({ name }) => name);

describe('sections of streams', () => {
  const few = [
    stream(1, 'design'),
    stream(2, 'Announcements', { pin_to_top: true }),
    stream(3, 'alpha', { is_muted: true }),
    stream(4, 'old', { stream_weekly_traffic: 0 }),
    stream(5, 'Pinned and muted', { pin_to_top: true, is_muted: true }),
  ];

  it('have pinned streams first and muted ones last', () => {
    const { pinned, active, inactive } = streamSections(few, settings);
    expect(names(pinned)).toEqual(['Announcements', 'Pinned and muted']);
    expect(names(active)).toEqual(['design', 'old', 'alpha']);
    expect(inactive).toEqual([]);
  });

  it('split inactive streams if there are many, always or never, by the setting', () => {
    const many = [...few, ...Array.from({ length: 30 }, (_, index) => stream(100 + index, `s${index}`))];
    expect(names(streamSections(many, settings).inactive)).toEqual(['old']);
    expect(names(streamSections(few, { ...settings, demoteInactive: 2 }).inactive)).toEqual(['old']);
    expect(names(streamSections(many, { ...settings, demoteInactive: 3 }).inactive)).toEqual([]);
  });

  it('keep an inactive stream with unread messages and a new stream among the active ones', () => {
    const streams = [
      stream(99, 'unread', { stream_weekly_traffic: 0 }),
      stream(6, 'new', { stream_weekly_traffic: null }),
    ];
    expect(streamSections(streams, { ...settings, demoteInactive: 2 }).inactive).toEqual([]);
  });
});
