import { wantsState } from '@chat/contracts';
import { SharedList } from '@chat/register-state';
import type { RegisterPart } from '../register/register-part.js';

/** `streams`: the visible streams, by name. */
export const streamsState: RegisterPart = async (_, { request, streams }) => {
  if (!wantsState(request, 'stream')) return {};
  const { realm, visible } = await streams();
  if (visible.length === realm.streams.length)
    return { streams: new SharedList(realm.blocks.map((b) => b.of(b.streams))) };
  const isVisible = new Set(visible);
  const blocks = realm.blocks.map((block) => block.of(block.streams.filter((stream) => isVisible.has(stream))));
  return { streams: new SharedList(blocks) };
};
