import { GetRealmImageUrls, getRealmIcon, getRealmLogo } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, FileResponse } from '../http/index.js';

@Controller()
export class RealmImagesController {
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
}

const redirect = (location: string) => new FileResponse('text/plain; charset=utf-8', '', { location }, 302);

/** Node's parser accepts bytes in a query that are not allowed in an address. */
const printable = (query: string): string => query.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);

@Module({ controllers: [RealmImagesController] })
export class RealmImagesModule {}
