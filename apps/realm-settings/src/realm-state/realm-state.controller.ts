import {
  type CustomProfileField,
  GetProfileFields,
  GetRealm,
  GetRenderingSettings,
  getLinkifiers,
  getRealmDomains,
  getRealmEmoji,
  listProfileFields,
  Principal,
  type RealmRecord,
  type RenderingSettings,
  realmEmojiById,
  type Stamped,
} from '@chat/contracts';
import { Actor, Handles } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmStateService } from './realm-state.service.js';

/** Reads of the published state, for clients and, as snapshots, for the projections of other services. */
@Controller()
export class RealmStateController {
  constructor(private readonly states: RealmStateService) {}

  @Handles(getLinkifiers)
  getLinkifiers(@Actor() { realmId }: Principal) {
    return this.states.get(realmId);
  }

  @Handles(getRealmDomains)
  async getRealmDomains(@Actor() { realmId }: Principal) {
    return (await this.states.get(realmId)).realm;
  }

  @Handles(getRealmEmoji)
  async getRealmEmoji(@Actor() { realmId }: Principal) {
    return { emoji: realmEmojiById(await this.states.get(realmId)) };
  }

  @Handles(listProfileFields)
  async listProfileFields(@Actor() { realmId }: Principal) {
    return { customFields: (await this.states.get(realmId)).profileFields };
  }

  @MessagePattern(GetRealm.pattern)
  async getRealm(@Payload() { realmId }: GetRealm): Promise<Stamped<RealmRecord>> {
    const { sequence, realm } = await this.states.get(realmId);
    return { sequence, state: realm };
  }

  @MessagePattern(GetProfileFields.pattern)
  async getProfileFields(@Payload() { realmId }: GetProfileFields): Promise<Stamped<readonly CustomProfileField[]>> {
    const { sequence, profileFields } = await this.states.get(realmId);
    return { sequence, state: profileFields };
  }

  @MessagePattern(GetRenderingSettings.pattern)
  async getRenderingSettings(@Payload() { realmId }: GetRenderingSettings): Promise<Stamped<RenderingSettings>> {
    const { sequence, linkifiers, emoji, playgrounds } = await this.states.get(realmId);
    return { sequence, state: { linkifiers, emoji, playgrounds } };
  }
}
