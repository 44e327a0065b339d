import { ConfirmEmailChange, confirmEmail } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint } from '../http/index.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { orLinkNotValid } from '../pages/refused-forms.js';

/** The page behind the mailed link that confirms a new address. */
@Controller()
export class EmailConfirmationController {
  @Endpoint(confirmEmail)
  confirmEmail(call: Call<typeof confirmEmail>) {
    return orLinkNotValid(call, async (visit) => {
      const { email } = await call.request(ConfirmEmailChange, { realmId: call.realmId, token: call.parameters.token });
      const { language } = visit.view;
      const body = html`<p>${language.text('newEmail.done', { email })}</p>`;
      return visit.show(layout(visit.view, { title: language.text('newEmail.doneTitle'), body }));
    });
  }
}

@Module({ controllers: [EmailConfirmationController] })
export class EmailConfirmationModule {}
