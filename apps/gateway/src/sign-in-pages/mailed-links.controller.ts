import {
  ApiError,
  ConfirmEmailChange,
  confirmEmail,
  getPasswordResetPage,
  PASSWORD_TOO_WEAK,
  ResetPassword,
  resetPassword,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { errorMessage } from '../pages/forms.js';
import { html } from '../pages/html.js';
import { layout } from '../pages/layout.js';
import { PageVisit } from '../pages/page-visit.js';
import { newPasswordPage, signInLink } from './new-password-page.js';

/** Pages behind mailed links. */
@Controller()
export class MailedLinksController {
  @Endpoint(getPasswordResetPage)
  async passwordResetPage(call: Call<typeof getPasswordResetPage>) {
    const visit = await PageVisit.begin(call);
    return visit.show(newPasswordPage(visit.view, {}));
  }

  @Endpoint(resetPassword)
  async resetPassword(call: Call<typeof resetPassword>) {
    const { token, newPassword } = call.parameters;
    const visit = await PageVisit.begin(call);
    return orRefused(visit, async () => {
      await call.request(ResetPassword, { realmId: call.realmId, token, password: newPassword });
      const { language } = visit.view;
      const body = html`<p>${language.text('newPassword.done')}</p>${signInLink(language)}`;
      return visit.show(layout(visit.view, { title: language.text('newPassword.doneTitle'), body }));
    });
  }

  @Endpoint(confirmEmail)
  async confirmEmail(call: Call<typeof confirmEmail>) {
    const visit = await PageVisit.begin(call);
    return orRefused(visit, async () => {
      const { email } = await call.request(ConfirmEmailChange, { realmId: call.realmId, token: call.parameters.token });
      const { language } = visit.view;
      const body = html`<p>${language.text('newEmail.done', { email })}</p>`;
      return visit.show(layout(visit.view, { title: language.text('newEmail.doneTitle'), body }));
    });
  }
}

/** Shows a refusal as a page: a weak password with the form, every other one as a link that is not valid. */
async function orRefused(visit: PageVisit, work: () => Promise<FileResponse>): Promise<FileResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { language } = visit.view;
    if (error.message === PASSWORD_TOO_WEAK) {
      return visit.show(newPasswordPage(visit.view, { error: language.text('newPassword.weak') }), { status: 400 });
    }
    const body = errorMessage(language.text('mailedLink.invalid'));
    return visit.show(layout(visit.view, { title: language.text('error.title'), body }), { status: 400 });
  }
}

@Module({ controllers: [MailedLinksController] })
export class MailedLinksModule {}
