import { acknowledgedOf, RecordingSender } from '../support/ledger.js';
import type { TestUser } from '../support/organization.js';
import { RecordedCalls } from '../support/recorded-calls.js';
import { type RecordedStatus, WORK_TOPIC, type WorkRecord } from './account.js';
import { Follower } from './follower.js';

const PAUSE_MS = 100;

/** A user with one app: sends messages, types, changes the status, is present, and follows all events. */
export class Worker {
  private readonly statuses: RecordedStatus[] = [];
  private readonly calls = new RecordedCalls();
  private turn = 0;

  private constructor(
    private readonly user: TestUser,
    readonly sender: RecordingSender,
    readonly follower: Follower,
    private readonly streamId: number,
  ) {}

  static async create(user: TestUser, stream: { name: string; id: number }): Promise<Worker> {
    const sender = await RecordingSender.create(user.client, `sent by ${user.userId}`);
    return new Worker(user, sender, await Follower.start(user.client), stream.id);
  }

  get record(): WorkRecord {
    const { user, sender, statuses, calls, follower } = this;
    const answers = sender.sends.flatMap((send) => send.answers.filter((answer) => !answer.startsWith('200 ')));
    return {
      ...{ userId: user.userId, acknowledged: acknowledgedOf(sender.sends), statuses, queues: follower.queues },
      ...{ failedWrites: [...answers, ...calls.failures], failedReads: follower.failures },
    };
  }

  /** One event of each kind in each turn: events of two services, with unstored ones (typing) in between. */
  async work(stream: string, signal: AbortSignal): Promise<void> {
    const { client } = this.user;
    for (; !signal.aborted; this.turn++) {
      await this.sender.sendNext(stream, WORK_TOPIC);
      await this.calls.ask(client, 'POST', '/typing', {
        type: 'stream',
        op: 'start',
        to: [this.streamId],
        topic: `typed ${this.turn}`,
      });
      await this.changeStatus(this.turn);
      await this.calls.ask(client, 'POST', '/users/me/presence', { status: 'active', ping_only: true });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** A status is not sent again after a failure: it may have been changed. */
  private async changeStatus(number: number): Promise<void> {
    const status: RecordedStatus = { number, startedAtMs: performance.now(), isAcknowledged: false };
    this.statuses.push(status);
    const response = await this.calls.ask(this.user.client, 'POST', '/users/me/status', {
      status_text: `status ${number}`,
    });
    status.isAcknowledged = response?.status === 200;
    status.isNotStarted = response?.status === 503 && response.body.outcome === 'not_started';
  }
}
