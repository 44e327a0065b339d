import { GetRealmRegisterState } from '@chat/contracts';
import { JsonText, RpcContext } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { Installation } from '../realm/installation.js';
import { type RealmState, RealmStateService } from '../realm-state/realm-state.service.js';
import { registerFields } from './register-fields.js';

/** Variants of the response (fetch types, capabilities) that are cached for one sequence of a realm. */
const MAX_CACHED_VARIANTS = 16;

interface CachedTexts {
  readonly sequence: number;
  readonly byVariant: Map<string, JsonText>;
}

@Controller()
export class RegisterController {
  private readonly texts = new WeakMap<RealmState, CachedTexts>();

  constructor(
    private readonly states: RealmStateService,
    private readonly installation: Installation,
  ) {}

  /** Composes this service's part of the register response once per sequence of the realm and variant. */
  @MessagePattern(GetRealmRegisterState.pattern)
  async getState(@Payload() request: GetRealmRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    // A spectator belongs to no realm: the host selects it.
    const state = await this.states.get(request.actor?.realmId ?? context.request.realmId);
    const { actor, fetchEventTypes, capabilities } = request;
    const variant = JSON.stringify([actor === null, capabilities.linkifierUrlTemplate, fetchEventTypes]);
    const { byVariant } = this.textsOf(state);
    let text = byVariant.get(variant);
    if (text === undefined) {
      text = registerStateText(state.sequence, registerFields(state, this.installation, request), undefined);
      if (byVariant.size >= MAX_CACHED_VARIANTS) byVariant.clear();
      byVariant.set(variant, text);
    }
    return text;
  }

  /** Every change of a realm's state is an event, so texts of another sequence are out of date. */
  private textsOf(state: RealmState): CachedTexts {
    const cached = this.texts.get(state);
    if (cached?.sequence === state.sequence) return cached;
    const fresh: CachedTexts = { sequence: state.sequence, byVariant: new Map() };
    this.texts.set(state, fresh);
    return fresh;
  }
}
