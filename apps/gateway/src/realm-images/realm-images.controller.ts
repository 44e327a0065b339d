import {
  GetRealmImageUrls,
  getRealmIcon,
  getRealmImage,
  getRealmLogo,
  notFound,
  SetRealmImage,
  uploadRealmIcon,
  uploadRealmLogo,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { Images } from '../images/images.js';
import { ImagesModule } from '../images/images.module.js';

const FILE_NAME = /^([0-9a-z]{1,64})\.png$/;

@Controller()
export class RealmImagesController {
  constructor(private readonly images: Images) {}

  @Endpoint(uploadRealmIcon)
  async uploadIcon(call: Call<typeof uploadRealmIcon>) {
    const { token } = await this.images.upload(call, 'icon');
    const { iconUrl } = await call.request(SetRealmImage, { actor: call.principal, kind: 'icon', token });
    return { iconUrl };
  }

  @Endpoint(uploadRealmLogo)
  async uploadLogo(call: Call<typeof uploadRealmLogo>) {
    const { token } = await this.images.upload(call, 'logo');
    const kind = call.parameters.night ? 'night_logo' : 'logo';
    await call.request(SetRealmImage, { actor: call.principal, kind, token });
    return {};
  }

  @Endpoint(getRealmIcon)
  async icon(call: Call<typeof getRealmIcon>) {
    const { iconUrl } = await call.request(GetRealmImageUrls, { realmId: call.realmId });
    // The address has a query of its own.
    return redirect(call.query === '' ? iconUrl : `${iconUrl}&${printable(call.query)}`);
  }

  @Endpoint(getRealmLogo)
  async logo(call: Call<typeof getRealmLogo>) {
    const { logoUrl, nightLogoUrl } = await call.request(GetRealmImageUrls, { realmId: call.realmId });
    return redirect(call.parameters.night ? nightLogoUrl : logoUrl);
  }

  @Endpoint(getRealmImage)
  async image(call: Call<typeof getRealmImage>) {
    const { realmId, kind, fileName } = call.parameters;
    const [, token] = FILE_NAME.exec(fileName) ?? [];
    const purpose = kind === 'icon' ? 'icon' : 'logo';
    const found = token && (await this.images.find(call, { realmId, purpose, token, object: 'image.png' }));
    if (!found) throw notFound();
    return found;
  }
}

const redirect = (location: string) => new FileResponse('text/plain; charset=utf-8', '', { location }, 302);

/** Node's parser accepts bytes in a query that are not allowed in an address. */
const printable = (query: string): string => query.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);

@Module({ imports: [ImagesModule], controllers: [RealmImagesController] })
export class RealmImagesModule {}
