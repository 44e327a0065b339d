import type { ApiParameters } from '@chat/chat-client';
import type { ApiParameter, Schema } from '../support/api-description.js';
import type { TestUser } from '../support/organization.js';
import { sendFile } from '../support/send-file.js';
import type { ChangingWorld } from './changing-world.js';
import type { SeededRandom } from './seeded-random.js';

/** Success, or a refusal in the way of the interface. */
const FINE = [200, 400, 401, 403, 404];

// biome-ignore lint/suspicious/noExplicitAny: answers as they came.
type Body = any;

/** Makes random changes, each call as a random user. Refusals are fine, because others change the same objects. */
export class Changer {
  accepted = 0;

  constructor(
    readonly world: ChangingWorld,
    readonly random: SeededRandom,
    private readonly baseUrl: string,
  ) {}

  /** Usually a user with the right to the change; every third time any user. */
  leader(): TestUser {
    return this.random.below(3) > 0 ? this.random.pick([this.world.owner, this.world.admin]) : this.anybody();
  }

  anybody(): TestUser {
    return this.random.pick(this.everybody);
  }

  get everybody(): TestUser[] {
    return [...this.world.readers, ...this.world.passers];
  }

  someIds(): number[] {
    return this.random.some(this.everybody).map(({ userId }) => userId);
  }

  stream(): number {
    return this.random.pick(this.world.streams);
  }

  topic(): string {
    return this.random.pick(['old', 'new', 'Tea time', 'Überraschung']);
  }

  fresh(what: string): string {
    return `${what} ${++this.world.counter}`;
  }

  /** The answer; nothing when it was refused. */
  async call(who: TestUser, method: string, path: string, parameters: ApiParameters = {}): Promise<Body | undefined> {
    const at = Date.now();
    const { status, body } = await who.client.call(method, path, parameters);
    const [by, until] = [`${who.fullName} (${who.userId})`, Date.now()];
    this.world.calls.push({ at, until, by, method, path, parameters, status, body });
    return this.judge(method, path, status, body);
  }

  /** The file fills the form, so other parameters are in the query of the path. */
  async upload(who: TestUser, path: string): Promise<void> {
    const { status, body } = await sendFile(this.baseUrl, this.world.organization.host, who, path, 'dot.png', DOT);
    this.judge('POST', path.replace(/\?.*/, ''), status, body);
  }

  /** Some of the settings that an endpoint takes, each with a value that it should take. */
  settings(endpoint: string): ApiParameters {
    const known = this.world.settings[endpoint] as readonly ApiParameter[];
    const some = this.random.shuffled(known).slice(0, 1 + this.random.below(3));
    return Object.fromEntries(some.map(({ name, schema }) => [name, this.valueOf(schema)]));
  }

  private valueOf(schema: Schema): string | number | boolean {
    if (schema.enum) return this.random.pick(schema.enum) as string;
    if (schema.anyOf) return this.valueOf(this.random.pick(schema.anyOf));
    if (schema.type === 'boolean') return this.random.chance();
    if (schema.type === 'integer') return (schema.minimum ?? 0) + this.random.below(1_000);
    return this.fresh('text');
  }

  async nameOf(streamId: number): Promise<string> {
    const { body } = await this.world.owner.client.call('GET', `/streams/${streamId}`);
    // Archived meanwhile: never a name of before, by which the older form of muted topics would mean the new stream.
    return body.stream?.name ?? this.fresh('another');
  }

  private judge(method: string, path: string, status: number, body: Body): Body | undefined {
    this.world.tried.add(`${method} ${path}`);
    if (!FINE.includes(status)) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    if (status !== 200) return undefined;
    this.accepted++;
    return body;
  }
}

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
