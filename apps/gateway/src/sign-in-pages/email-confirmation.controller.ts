import { ConfirmEmailChange, confirmEmail, getEmailChangedPage } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { redirect } from '../pages/page-response.js';
import { PageVisit } from '../pages/page-visit.js';
import { orLinkNotValid } from '../pages/refused-forms.js';

/** The mailed link that confirms a new address, and the page after it. */
@Controller()
export class EmailConfirmationController {
  /** The redirect takes the used link out of the address of the browser. */
  @Endpoint(confirmEmail)
  confirmEmail(call: Call<typeof confirmEmail>) {
    return orLinkNotValid(call, async () => {
      await call.request(ConfirmEmailChange, { realmId: call.realmId, token: call.parameters.token });
      return redirect('/accounts/email/done/');
    });
  }

  @Endpoint(getEmailChangedPage)
  async emailChangedPage(call: Call<typeof getEmailChangedPage>) {
    const visit = await PageVisit.begin(call);
    const { language } = visit.view;
    const body = html`<p>${language.text('newEmail.done')}</p>`;
    return visit.show(layout(visit.view, { title: language.text('newEmail.doneTitle'), body }));
  }
}

@Module({ controllers: [EmailConfirmationController] })
export class EmailConfirmationModule {}
