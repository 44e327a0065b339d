import {
  type BeginPasskeySignIn,
  type PasskeyOptions,
  type SignInResult,
  type SignInWithPasskey,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { lockActiveAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { SignInCompletionService } from '../sign-in/sign-in-completion.service.js';
import { addressScope, asResult, TryLimits } from '../try-limits/try-limits.js';
import { CHALLENGE_MINUTES, PasskeyChallenges } from './passkey-challenges.js';
import { findByCredential, recordUse } from './passkeys.repository.js';
import { requireRelyingParty } from './passkeys.service.js';

type Browser = Pick<BeginPasskeySignIn, 'realmId' | 'browserHash'>;

const purposeOf = ({ realmId, browserHash }: Browser): string => `sign-in:${realmId}:${browserHash}`;

@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly challenges: PasskeyChallenges,
    private readonly limits: TryLimits,
    private readonly completion: SignInCompletionService,
  ) {}

  async begin(browser: Browser): Promise<PasskeyOptions> {
    const party = requireRelyingParty(await this.realms.getActive(browser.realmId));
    const timeout = CHALLENGE_MINUTES * 60_000;
    const { generateAuthenticationOptions } = await import('./passkey-responses.js');
    const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required', timeout });
    await this.challenges.keep(options.challenge, purposeOf(browser));
    return { options: { ...options } };
  }

  async signIn(request: SignInWithPasskey): Promise<SignInResult> {
    const scopes = [addressScope(request.target.clientAddress)];
    const outcome = await this.limits.run(
      scopes,
      () => this.check(request).catch(asResult),
      (result) => !(result instanceof Error),
    );
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async check(request: SignInWithPasskey): Promise<SignInResult> {
    const { realmId, target } = request;
    const party = requireRelyingParty(await this.realms.getActive(realmId));
    const { invalidResponse, readAuthentication, verifiedAuthentication } = await import('./passkey-responses.js');
    const read = readAuthentication(request.response);
    if (!(await this.challenges.use(read.challenge, purposeOf(request))))
      throw invalidResponse('the challenge is over');
    const passkey = await findByCredential(this.database, realmId, Buffer.from(read.response.id, 'base64url'));
    if (passkey === null) throw invalidResponse('the passkey is unknown');
    const signatureCount = await verifiedAuthentication(read, party, passkey);
    return this.database.transaction(async (tx) => {
      const account = await lockActiveAccount(tx, realmId, passkey.userId);
      if (!(await recordUse(tx, passkey.passkeyId, signatureCount))) throw invalidResponse('the passkey is unknown');
      const signIn = { authMethod: 'passkey', target };
      return this.completion.complete(tx, account, signIn, { countsAsBothFactors: true });
    });
  }
}
