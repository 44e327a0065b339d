import {
  ApiError,
  ConfirmSetUpAtSignIn,
  getSecondStepPage,
  getSetUpPage,
  ShowSetUpAtSignIn,
  SIGN_IN_AGAIN,
  SignInWithSecondFactor,
  setUpWithCode,
  signInWithCode,
} from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { type Call, Endpoint, type FileResponse } from '../http/index.js';
import { pageForm } from '../pages/forms.js';
import type { Html } from '../pages/html.js';
import { SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import type { PageView } from '../pages/page-view.js';
import { PageVisit, showPage } from '../pages/page-visit.js';
import { isMethodDisabled, showRefused } from '../pages/refused-forms.js';
import { attemptSignIn, finishSignIn } from '../sign-in-pages/finish-sign-in.js';
import { refusedSignIn } from '../sign-in-pages/refused-sign-in.js';
import { endSecondStep, SECOND_STEP_PATH, SET_UP_PATH, secondFactorTokenIn } from '../sign-in-pages/second-step.js';
import { readFlow } from '../sign-in-pages/sign-in-flow.js';
import { codeErrorOf, shortened } from './code-errors.js';
import { type CodeError, recoveryCodesPage, secondStepPage, setUpPage } from './second-factor-pages.js';

/** The second step of a sign-in: a code, or the set-up of a second factor that the realm requires. */
@Controller()
export class SecondStepController {
  @Endpoint(getSecondStepPage)
  page(call: Call<typeof getSecondStepPage>) {
    if (secondFactorTokenIn(call) === undefined) return redirect(SIGN_IN_PATH);
    return showPage(call, (view) => secondStepPage(view, SECOND_STEP_PATH));
  }

  /** After a set-up the form of the recovery codes leads here, without a code. */
  @Endpoint(signInWithCode)
  signIn(call: Call<typeof signInWithCode>) {
    const attempt = attemptSignIn(call, readFlow(call) ?? { next: '' });
    return this.step(
      call,
      async (token) => {
        const { code } = call.parameters;
        const fields = { realmId: call.realmId, token, code: shortened(code), target: attempt.target };
        const result = await call.request(SignInWithSecondFactor, fields);
        return finishSignIn(call, result, attempt);
      },
      (view, error) => secondStepPage(view, SECOND_STEP_PATH, error),
    );
  }

  @Endpoint(getSetUpPage)
  setUpPage(call: Call<typeof getSetUpPage>) {
    return this.step(call, async (token) => {
      const visit = await PageVisit.begin(call);
      const { realmId } = call;
      return visit.show(setUpPage(visit.view, SET_UP_PATH, await call.request(ShowSetUpAtSignIn, { realmId, token })));
    });
  }

  @Endpoint(setUpWithCode)
  setUp(call: Call<typeof setUpWithCode>) {
    const { realmId, address: clientAddress } = call;
    return this.step(
      call,
      async (token) => {
        const code = shortened(call.parameters.code);
        const { recoveryCodes } = await call.request(ConfirmSetUpAtSignIn, { realmId, token, code, clientAddress });
        const visit = await PageVisit.begin(call);
        const goOn = pageForm(visit.view, SECOND_STEP_PATH, undefined, 'secondFactor.goOn');
        return visit.show(recoveryCodesPage(visit.view, recoveryCodes, goOn));
      },
      async (view, error, token) =>
        setUpPage(view, SET_UP_PATH, await call.request(ShowSetUpAtSignIn, { realmId, token }), error),
    );
  }

  /** Runs a step of the sign-in of this browser. `page` shows the errors of the form; after every other refusal a new sign-in begins. */
  private async step(
    call: Call,
    run: (token: string) => Promise<FileResponse>,
    page?: (view: PageView, error: CodeError, token: string) => Html | Promise<Html>,
  ): Promise<FileResponse> {
    const token = secondFactorTokenIn(call);
    if (token === undefined) return redirect(SIGN_IN_PATH);
    try {
      return await run(token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const known = codeErrorOf(error);
      if (page !== undefined && known !== undefined) {
        const visit = await PageVisit.begin(call);
        return showRefused(visit, error, await page(visit.view, known, token));
      }
      if (isMethodDisabled(error))
        return refusedSignIn(call, error, { username: '', next: readFlow(call)?.next ?? '' });
      return redirect(SIGN_IN_PATH, error.message === SIGN_IN_AGAIN ? [endSecondStep(call)] : []);
    }
  }
}

@Module({ controllers: [SecondStepController] })
export class SecondFactorPagesModule {}
