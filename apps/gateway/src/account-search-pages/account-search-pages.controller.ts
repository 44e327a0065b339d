import {
  FindSubdomain,
  getAccountSearchPage,
  getRealmAddressPage,
  goToRealm,
  isSubdomain,
  SearchAccounts,
  searchAccounts,
  TOO_MANY_ADDRESSES,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { orFormAgain } from '../pages/refused-forms.js';
import { goPage, SEARCH_PATH, searchPage } from './account-search-pages.js';

@Controller()
export class AccountSearchPagesController {
  @Endpoint(getAccountSearchPage)
  searchPage(call: Call<typeof getAccountSearchPage>) {
    return showPage(call, (view) => searchPage(view, { emails: '', sentTo: call.parameters.emails }));
  }

  /** The response is the same for every address. */
  @Endpoint(searchAccounts)
  search(call: Call<typeof searchAccounts>) {
    const { realmId, address: clientAddress, parameters } = call;
    const { emails } = parameters;
    const send = async () => {
      await call.request(SearchAccounts, { realmId, emails, clientAddress });
      return redirect(`${SEARCH_PATH}?emails=${encodeURIComponent(emails.trim())}`);
    };
    return orFormAgain(call, send, ({ view }, { error, minutes }) => {
      if (error === undefined) return searchPage(view, { emails, error: 'error.limit', minutes });
      const isLong = error.message === TOO_MANY_ADDRESSES;
      return searchPage(view, { emails, error: isLong ? 'search.tooMany' : 'signIn.invalidEmail' });
    });
  }

  @Endpoint(getRealmAddressPage)
  async goPage(call: Call<typeof getRealmAddressPage>) {
    return showGoPage(call, '', false);
  }

  @Endpoint(goToRealm)
  async go(call: Call<typeof goToRealm>) {
    const subdomain = call.parameters.subdomain.trim().toLowerCase();
    if (!isSubdomain(subdomain)) return showGoPage(call, call.parameters.subdomain, true);
    const { isTaken, url } = await call.request(FindSubdomain, { str: subdomain });
    return isTaken ? redirect(url + SIGN_IN_PATH) : showGoPage(call, call.parameters.subdomain, true);
  }
}

async function showGoPage(call: Call, subdomain: string, isUnknown: boolean): Promise<FileResponse> {
  const visit = await PageVisit.begin(call);
  // Organizations have hosts of their own, and browsers count the next address as a target of the form.
  const formTarget = call.isSecure ? 'https:' : 'http:';
  return visit.show(goPage(visit.view, { subdomain, isUnknown }), { status: isUnknown ? 400 : 200, formTarget });
}

@Module({ controllers: [AccountSearchPagesController] })
export class AccountSearchPagesModule {}
