import {
  addPasskey,
  BeginPasskeySignIn,
  beginPasskey,
  deletePasskey,
  listPasskeys,
  NewPasskey,
  PasskeyRemoval,
  Principal,
  RecentSignIn,
  SignInWithPasskey,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysService } from './passkeys.service.js';

@Controller()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly signIns: PasskeySignInService,
  ) {}

  @Handles(beginPasskey)
  begin(@Actor() actor: Principal, @Parameters() { password }: RecentSignIn) {
    return this.passkeys.begin(actor, password);
  }

  @Handles(addPasskey)
  add(@Actor() actor: Principal, @Parameters() passkey: NewPasskey) {
    return this.passkeys.add(actor, passkey);
  }

  @Handles(listPasskeys)
  async list(@Actor() actor: Principal) {
    return { passkeys: await this.passkeys.list(actor) };
  }

  @Handles(deletePasskey)
  delete(@Actor() actor: Principal, @Parameters() { passkeyId, password }: PasskeyRemoval) {
    return this.passkeys.delete(actor, passkeyId, password);
  }

  @MessagePattern(BeginPasskeySignIn.pattern)
  beginSignIn(@Payload() request: BeginPasskeySignIn) {
    return this.signIns.begin(request);
  }

  @MessagePattern(SignInWithPasskey.pattern)
  signIn(@Payload() request: SignInWithPasskey) {
    return this.signIns.signIn(request);
  }
}
