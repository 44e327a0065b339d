import {
  beginTotpSetUp,
  confirmTotpSetUp,
  deleteSecondFactorOfUser,
  deleteTotp,
  GetOwnSetUp,
  getSecondFactor,
  Principal,
  RecentSignIn,
  replaceRecoveryCodes,
  SecondFactorProof,
  TotpConfirmation,
  UserSelection,
} from '@chat/contracts';
import { Actor, ClientAddress, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { SecondFactorsService } from './second-factors.service.js';

@Controller()
export class SecondFactorsController {
  constructor(private readonly secondFactors: SecondFactorsService) {}

  @Handles(getSecondFactor)
  get(@Actor() actor: Principal) {
    return this.secondFactors.state(actor);
  }

  @MessagePattern(GetOwnSetUp.pattern)
  getOwnSetUp(@Payload() { actor }: GetOwnSetUp) {
    return this.secondFactors.ownSetUp(actor);
  }

  @Handles(beginTotpSetUp)
  begin(@Actor() actor: Principal, @Parameters() { password }: RecentSignIn) {
    return this.secondFactors.beginSetUp(actor, password);
  }

  @Handles(confirmTotpSetUp)
  confirm(@Actor() actor: Principal, @Parameters() { code }: TotpConfirmation, @ClientAddress() address: string) {
    return this.secondFactors.confirmSetUp(actor, code, address);
  }

  @Handles(replaceRecoveryCodes)
  replaceRecoveryCodes(
    @Actor() actor: Principal,
    @Parameters() proof: SecondFactorProof,
    @ClientAddress() address: string,
  ) {
    return this.secondFactors.replaceRecoveryCodes(actor, proof, address);
  }

  @Handles(deleteTotp)
  delete(@Actor() actor: Principal, @Parameters() proof: SecondFactorProof, @ClientAddress() address: string) {
    return this.secondFactors.remove(actor, proof, address);
  }

  @Handles(deleteSecondFactorOfUser)
  deleteOfUser(@Actor() actor: Principal, @Parameters() { userId }: UserSelection) {
    return this.secondFactors.removeOf(actor, userId);
  }
}
