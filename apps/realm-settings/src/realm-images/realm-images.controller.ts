import {
  deleteRealmIcon,
  deleteRealmLogo,
  FindUsedRealmImages,
  GetRealmImageUrls,
  LogoSelection,
  Principal,
  SetRealmImage,
} from '@chat/contracts';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { RealmImagesService } from './realm-images.service.js';

@Controller()
export class RealmImagesController {
  constructor(private readonly images: RealmImagesService) {}

  @MessagePattern(GetRealmImageUrls.pattern)
  getUrls(@Payload() { realmId }: GetRealmImageUrls) {
    return this.images.urls(realmId);
  }

  @MessagePattern(SetRealmImage.pattern)
  set(@Payload() { actor, kind, token }: SetRealmImage) {
    return this.images.change(actor, kind, token);
  }

  @MessagePattern(FindUsedRealmImages.pattern)
  findUsed(@Payload() { realmId, tokens }: FindUsedRealmImages) {
    return this.images.findUsed(realmId, tokens);
  }

  @Handles(deleteRealmIcon)
  deleteIcon(@Actor() actor: Principal) {
    return this.images.change(actor, 'icon', null);
  }

  @Handles(deleteRealmLogo)
  async deleteLogo(@Actor() actor: Principal, @Parameters() { night }: LogoSelection) {
    await this.images.change(actor, night ? 'night_logo' : 'logo', null);
  }
}
