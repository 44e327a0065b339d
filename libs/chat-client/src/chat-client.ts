import type { registerQueue } from '@chat/contracts';
import type { ApiClient, ParametersFor } from './api-client.js';
import { EventReader, type EventReaderListener } from './event-reader.js';
import { ClientState } from './state/client-state.js';
import type { WireState } from './state/state-change.js';

/** A user's client: registers, follows events, and has the current state. */
export class ChatClient {
  private state: ClientState | undefined;
  private reader: EventReader | undefined;

  constructor(readonly api: ApiClient) {}

  /** Resolves when the first registration is done. The reader registers again if its queue is gone. */
  async follow(
    registration: ParametersFor<typeof registerQueue> = {},
    listener: EventReaderListener = {},
  ): Promise<void> {
    if (this.reader) throw new Error('The client follows events already.');
    this.reader = await EventReader.start(this.api, registration, {
      ...listener,
      onState: (state) => {
        this.state = new ClientState(state);
        listener.onState?.(state);
      },
      onEvent: (event) => {
        this.state?.apply(event);
        listener.onEvent?.(event);
      },
    });
  }

  /** The state as of the last event. */
  get known(): Readonly<WireState> {
    if (!this.state) throw new Error('The client has not registered yet.');
    return this.state.current;
  }

  /** Stops reading events; the state stays readable. */
  async unfollow(): Promise<void> {
    await this.reader?.stop();
    this.reader = undefined;
  }
}
