import { type BotIntegration, GetRealmRegisterState, wantsState } from '@chat/contracts';
import { JsonText, RpcContext } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { Installation } from '../realm/installation.js';
import { type RealmState, RealmStateService } from '../realm-state/realm-state.service.js';
import { BotIntegrations } from './bot-integrations.js';
import { registerFields } from './register-fields.js';

/** Variants of the response (fetch types, capabilities) that are cached for one sequence of a realm. */
const MAX_CACHED_VARIANTS = 16;
const NONE: readonly BotIntegration[] = [];

interface CachedTexts {
  readonly sequence: number;
  readonly integrations: readonly BotIntegration[];
  readonly byVariant: Map<string, JsonText>;
}

@Controller()
export class RegisterController {
  private readonly texts = new WeakMap<RealmState, CachedTexts>();

  constructor(
    private readonly states: RealmStateService,
    private readonly installation: Installation,
    private readonly botIntegrations: BotIntegrations,
  ) {}

  /** Composes this service's part of the register response once per sequence of the realm and variant. */
  @MessagePattern(GetRealmRegisterState.pattern)
  async getState(@Payload() request: GetRealmRegisterState, @Ctx() context: RpcContext): Promise<JsonText> {
    // A spectator belongs to no realm: the host selects it.
    const state = await this.states.get(request.actor?.realmId ?? context.request.realmId);
    const { actor, fetchEventTypes, capabilities } = request;
    const variant = JSON.stringify([actor === null, capabilities.linkifierUrlTemplate, fetchEventTypes]);
    const integrations = wantsState(request, 'realm_incoming_webhook_bots') ? await this.botIntegrations.list() : NONE;
    const { byVariant } = this.textsOf(state, integrations);
    let text = byVariant.get(variant);
    if (text === undefined) {
      text = registerStateText(
        state.sequence,
        registerFields({ ...state, integrations }, this.installation, request),
        undefined,
      );
      if (byVariant.size >= MAX_CACHED_VARIANTS) byVariant.clear();
      byVariant.set(variant, text);
    }
    return text;
  }

  /** Every change of a realm's state is an event, so texts of another sequence are out of date. */
  private textsOf(state: RealmState, integrations: readonly BotIntegration[]): CachedTexts {
    const cached = this.texts.get(state);
    if (cached?.sequence === state.sequence && cached.integrations === integrations) return cached;
    const fresh: CachedTexts = { sequence: state.sequence, integrations, byVariant: new Map() };
    this.texts.set(state, fresh);
    return fresh;
  }
}
