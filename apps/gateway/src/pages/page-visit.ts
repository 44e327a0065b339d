import { randomBytes } from 'node:crypto';
import { GetRealm, type RealmRecord, relyingPartyOf } from '@chat/contracts';
import { csrfCookie, csrfTokenIn } from '../admission/session-cookies.js';
import type { Call, FileResponse } from '../http/index.js';
import type { Html } from './html.js';
import { chosenLanguage } from './languages.js';
import { type PageOptions, pageResponse } from './page-response.js';
import type { PageView } from './page-view.js';

/** A token of 256 bits, for a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** One request of a browser for a page. */
export class PageVisit {
  private constructor(
    readonly view: PageView,
    readonly realm: RealmRecord,
    /** Set with the first page, for its forms. */
    private readonly newCookies: readonly string[],
  ) {}

  static async begin(call: PageCall): Promise<PageVisit> {
    const { realmId, headers, isSecure } = call;
    const { state: realm } = await call.request(GetRealm, { realmId });
    const known = csrfTokenIn(headers, isSecure);
    const csrfToken = known ?? newToken();
    const language = chosenLanguage(headers['accept-language'], realm.defaultLanguage);
    const { name, description } = realm;
    const iconUrl = realm.iconSource === 'U' ? realm.iconUrl : undefined;
    const hasPasskeys = relyingPartyOf(realm) !== undefined;
    const view = { language, realm: { name, description, iconUrl, hasPasskeys }, csrfToken };
    return new PageVisit(view, realm, known === undefined ? [csrfCookie(csrfToken, isSecure)] : []);
  }

  show(page: Html, { cookies = [], ...options }: PageOptions = {}): FileResponse {
    return pageResponse(page, { ...options, cookies: [...this.newCookies, ...cookies] });
  }
}

type PageCall = Pick<Call, 'realmId' | 'headers' | 'isSecure' | 'request'>;

/** Shows a page that needs nothing of the visit but its view. */
export async function showPage(
  call: PageCall,
  page: (view: PageView) => Html,
  options?: PageOptions,
): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  return visit.show(page(visit.view), options);
}
