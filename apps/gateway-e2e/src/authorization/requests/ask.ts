import type { ApiParameters } from '../../support/api-client.js';
import { type Actor, NOTHING, type StreamName, type World } from '../actors.js';

/**
 * One request, and the same request for an object that does not exist. A caller that may not see the object must not be
 * able to distinguish the two responses.
 */
export interface Ask {
  readonly path: string;
  readonly parameters?: ApiParameters;
  readonly absent?: { readonly path?: string; readonly parameters?: ApiParameters };
  /** Sender of the request, if the request ends its own sender. */
  readonly as?: Actor;
  /** A picture goes with the request. */
  readonly hasFile?: boolean;
  /** Headers of a request of tus. Its body, if it has one, is `hello`. */
  readonly tus?: Readonly<Record<string, string>>;
}
export type MakeRequest = (world: World, actor: Actor) => Ask | Promise<Ask>;
export const at = (path: (id: number) => string, id: number, parameters: ApiParameters = {}): Ask => ({
  path: path(id),
  parameters,
  absent: { path: path(NOTHING) },
});
export const withId = (
  path: string,
  name: string,
  id: number,
  others: ApiParameters = {},
  wrap = (n: number): unknown => n,
): Ask => ({
  path,
  parameters: { ...others, [name]: wrap(id) },
  absent: { parameters: { ...others, [name]: wrap(NOTHING) } },
});
export const named = (
  path: string,
  name: string,
  stream: string,
  others: ApiParameters = {},
  wrap = (n: string): unknown => n,
): Ask => ({
  path,
  parameters: { ...others, [name]: wrap(stream) },
  absent: { parameters: { ...others, [name]: wrap('nowhere') } },
});
export const plain =
  (path: string, parameters: ApiParameters = {}): MakeRequest =>
  () => ({ path, parameters });
const STREAMS = ['open', 'public', 'inside', 'outside'] as const;
/** The same request about each of the streams of the world. */
export const inEach = (
  endpoint: string,
  make: (stream: StreamName, world: World, actor: Actor) => Ask | Promise<Ask>,
) =>
  Object.fromEntries(
    STREAMS.map((stream): [string, MakeRequest] => [
      `${endpoint} ${stream}`,
      (world, actor) => make(stream, world, actor),
    ]),
  );
/** Whether the actor can have objects. Otherwise a row uses those of another user. */
export const hasAccount = ({ kind }: Actor) => !['deactivated', 'nobody', 'spectator'].includes(kind);
