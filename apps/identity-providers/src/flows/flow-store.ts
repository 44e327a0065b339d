import { createHash, randomBytes } from 'node:crypto';
import { ServiceResources, TextSeal } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

export const FLOW_LIFETIME_SECONDS = 600;
/** 256 bits in base64url. */
const STATE = /^[A-Za-z0-9_-]{43}$/;

/** A sign-in that a browser has begun at a provider. */
export interface Flow {
  readonly realmId: number;
  /** Address of the realm without a slash at the end: the browser returns to the root of the installation. */
  readonly realmUrl: string;
  /** `oidc:<id>` or `saml:<id>`. */
  readonly provider: string;
  /** Hash of a secret that only the browser has, in the cookie of its flow. */
  readonly browserHash: string;
  /** Values that the protocol needs at the return: nonces, ids of requests. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Flows in Redis, for all replicas. A flow ends after {@link FLOW_LIFETIME_SECONDS}, or when it is taken. Redis holds flows by hashes of
 * their states and sealed: neither state nor secrets can be read there.
 */
@Injectable()
export class FlowStore {
  private readonly seal = new TextSeal('flows at identity providers');

  constructor(private readonly resources: ServiceResources) {}

  /** Returns the state of the new flow, for the address of the provider. */
  async begin(flow: Flow): Promise<string> {
    const state = randomBytes(32).toString('base64url');
    const sealed = this.seal.seal(JSON.stringify(flow)).toString('base64');
    await this.resources.redis.set(keyOf(state), sealed, 'EX', FLOW_LIFETIME_SECONDS);
    return state;
  }

  /** The flow of a state, or null if there is none, any more. It can still be taken. */
  async find(state: string): Promise<Flow | null> {
    return STATE.test(state) ? this.opened(await this.resources.redis.get(keyOf(state))) : null;
  }

  /**
   * Ends the flow and returns it, once for all simultaneous calls. Returns null, and leaves the flow to its owner, if another browser
   * began it or it belongs to another provider. `known`: the flow of the state, for callers that have found it; it never changes.
   */
  async take(
    state: string,
    { provider, browserHash }: Pick<Flow, 'provider' | 'browserHash'>,
    known?: Flow | null,
  ): Promise<Flow | null> {
    const flow = known === undefined ? await this.find(state) : known;
    if (flow === null || flow.provider !== provider || flow.browserHash !== browserHash) return null;
    return (await this.resources.redis.getdel(keyOf(state))) === null ? null : flow;
  }

  private opened(sealed: string | null): Flow | null {
    return sealed === null ? null : (JSON.parse(this.seal.open(Buffer.from(sealed, 'base64'))) as Flow);
  }
}

const keyOf = (state: string): string =>
  `identity-providers:flow:${createHash('sha256').update(state).digest('base64url')}`;
