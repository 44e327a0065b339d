import { createHash, randomInt } from 'node:crypto';
import { ServiceResources } from '@chat/service-kit';
import { Injectable } from '@nestjs/common';
import type { SignInProof } from '../sessions/sessions.service.js';

export const LOGIN_TOKEN_SECONDS = 15;
const LENGTH = 32;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN = new RegExp(`^[A-Za-z0-9]{${LENGTH}}$`);

/** A proved sign-in that waits for the desktop app, or for the browser at the host of a new organization. */
export interface WaitingSignIn extends SignInProof {
  readonly kind: 'desktop' | 'web';
  readonly realmId: number;
  readonly userId: number;
  /** `countEnds` of the user when the token was made. */
  readonly ends: number;
  /** The path that the window of the app goes to. */
  readonly next?: string | undefined;
}

/** Tokens that a desktop app exchanges for a session, once and within seconds. Redis has their hashes only. */
@Injectable()
export class LoginTokensService {
  constructor(private readonly resources: ServiceResources) {}

  async issue(signIn: WaitingSignIn): Promise<string> {
    const token = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    await this.resources.redis.set(keyOf(token), JSON.stringify(signIn), 'EX', LOGIN_TOKEN_SECONDS);
    return token;
  }

  /** Undefined for a token that is malformed, unknown, late, used or of another realm. Of simultaneous uses one succeeds. */
  async take(realmId: number, token: string): Promise<WaitingSignIn | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const stored = await this.resources.redis.getdel(keyOf(token));
    const signIn = stored === null ? undefined : (JSON.parse(stored) as WaitingSignIn);
    return signIn?.realmId === realmId ? signIn : undefined;
  }
}

const keyOf = (token: string): string => `login-token:${createHash('sha256').update(token).digest('base64url')}`;
