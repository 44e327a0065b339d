import { streamOnWire, wantsState } from '@chat/contracts';
import { maySeeStream } from '../access/stream-access.js';
import type { RegisterPart } from '../register/register-part.js';

/** `streams`: every stream that the reader can see, by name. */
export const streamsState: RegisterPart = async (_, { request, streams }) => {
  if (!wantsState(request, 'stream')) return {};
  const visible = (await streams()).filter(({ stream, own }) =>
    maySeeStream(request.actor, stream, own?.isActive === true),
  );
  return { streams: visible.map(({ stream }) => streamOnWire(stream)) };
};
