import { createHash } from 'node:crypto';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';

export const CHALLENGE_MINUTES = 10;

/** Challenges in Redis, for all replicas: each works once. Redis holds their hashes. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly resources: ServiceResources) {}

  /** `purpose`: the realm, and the browser or account that may use the challenge. */
  async keep(challenge: string, purpose: string): Promise<void> {
    await this.resources.redis.set(keyOf(challenge), purpose, 'EX', CHALLENGE_MINUTES * 60);
  }

  /** Ends the challenge. True for one of all simultaneous calls, if it has the purpose. */
  async use(challenge: string, purpose: string): Promise<boolean> {
    return (await this.resources.redis.getdel(keyOf(challenge))) === purpose;
  }
}

const keyOf = (challenge: string): string =>
  `users:passkey-challenge:${createHash('sha256').update(challenge).digest('base64url')}`;
