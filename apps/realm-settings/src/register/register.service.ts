import type { GetRealmRegisterState } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { registerStateText } from '@chat/register-state';
import { Injectable } from '@nestjs/common';
import { Installation } from '../installation/installation.js';
import { type RealmState, RealmStateService } from '../realm-state/realm-state.service.js';
import { registerFields } from './register-fields.js';

/** Variants of the response (fetch types, capabilities) that are cached for one sequence of a realm. */
const MAX_CACHED_VARIANTS = 16;

interface CachedTexts {
  readonly sequence: number;
  readonly byVariant: Map<string, JsonText>;
}

@Injectable()
export class RegisterService {
  private readonly texts = new WeakMap<RealmState, CachedTexts>();

  constructor(
    private readonly states: RealmStateService,
    private readonly installation: Installation,
  ) {}

  /** Composes this service's part of the register response once per sequence of the realm and variant. */
  async getState(realmId: number, request: GetRealmRegisterState): Promise<JsonText> {
    const state = await this.states.get(realmId);
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
