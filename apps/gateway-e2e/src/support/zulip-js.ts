import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: the client declares no types.
type Anything = any;

/** The parts of the npm package that the tests call. */
export interface ZulipJs {
  readonly config: { readonly apiKey: string };
  callEndpoint(path: string, method: string, parameters?: object): Promise<Anything>;
  readonly messages: Record<
    'send' | 'retrieve' | 'update' | 'getById' | 'deleteById' | 'render',
    (parameters: object) => Promise<Anything>
  > & {
    readonly flags: Record<'add' | 'remove', (parameters: object) => Promise<Anything>>;
  };
  readonly reactions: Record<'add' | 'remove', (parameters: object) => Promise<Anything>>;
  readonly streams: { retrieve(): Promise<Anything>; getStreamId(name: string): Promise<Anything> } & {
    readonly subscriptions: { retrieve(): Promise<Anything> };
    readonly topics: { retrieve(parameters: object): Promise<Anything> };
  };
  readonly users: { retrieve(parameters?: object): Promise<Anything> } & {
    readonly me: { getProfile(): Promise<Anything> } & {
      readonly subscriptions: Record<'add' | 'remove', (parameters: object) => Promise<Anything>>;
    };
  };
  readonly queues: Record<'register' | 'deregister', (parameters: object) => Promise<Anything>>;
  readonly events: { retrieve(parameters: object): Promise<Anything> };
  readonly server: { settings(): Promise<Anything> };
  readonly typing: { send(parameters: object): Promise<Anything> };
}

export type SignIn = { realm: string; username: string } & ({ password: string } | { apiKey: string });

export const zulipJs = (signIn: SignIn): Promise<ZulipJs> => require('zulip-js')(signIn) as Promise<ZulipJs>;

const LOOP = `
  require('zulip-js')(JSON.parse(process.argv[1])).then((client) => {
    client.callOnEachEvent((event) => console.log(JSON.stringify(event)), JSON.parse(process.argv[2]));
  });
`;

/** The client's own event loop, which has no end, in a process of its own. */
export class ZulipJsEventLoop {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly events: any[] = [];
  private readonly process: ChildProcess;

  constructor(signIn: SignIn, eventTypes: readonly string[]) {
    const folder = new URL('../../', import.meta.url);
    const parameters = [JSON.stringify(signIn), JSON.stringify(eventTypes)];
    this.process = spawn(process.execPath, ['-e', LOOP, ...parameters], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      if (line.startsWith('{')) this.events.push(JSON.parse(line));
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }
}
