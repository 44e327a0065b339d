import { ApiError, type AppFlow } from '@chat/contracts';
import { cookieIn, hiddenCookie } from '../admission/session-cookies.js';
import type { Call } from '../http/index.js';
import { newToken } from '../pages/page-visit.js';
import { isOtp } from './app-otp.js';

/** Input of the last step of a sign-in, from the first page on. */
export interface FlowFields {
  /** The destination, as it was sent. */
  readonly next: string;
  /** 64 hexadecimal digits of an app that waits for the result. At most one of the two. */
  readonly mobileFlowOtp?: string;
  readonly desktopFlowOtp?: string;
  /** Key of the link for any number of people that the person followed. */
  readonly multiuseObjectKey?: string;
  readonly isSignup?: boolean;
}

/** A sign-in that is under way in one browser. Accounts and providers get none of this. */
export interface SignInFlow extends FlowFields {
  /** Only this browser sends it, so a service that stores its hash with a step binds the step to the browser. */
  readonly secret: string;
}

/** An error for the app that opened the page, in JSON. Errors of people are pages. */
export class AppFlowError extends ApiError {
  constructor(message: string) {
    super('BAD_REQUEST', message, 400);
  }
}

const COOKIE = 'sign-in-flow';
const LIFETIME_SECONDS = 3_600;
/** A browser keeps no longer cookie. */
const MAX_COOKIE_LENGTH = 4_000;
const TEXTS = ['secret', 'next', 'mobileFlowOtp', 'desktopFlowOtp', 'multiuseObjectKey'] as const;

type FlowCall = Pick<Call, 'headers' | 'isSecure'>;

/** The flow of this browser; undefined if there is none, or if it began too long ago. */
export function readFlow({ headers, isSecure }: FlowCall): SignInFlow | undefined {
  const value = cookieIn(headers, COOKIE, isSecure) ?? '';
  if (value.length > MAX_COOKIE_LENGTH) return undefined;
  const fields = parsed(Buffer.from(value, 'base64url').toString('utf8'));
  const texts = TEXTS.flatMap((name) => (isTextOf(name, fields[name]) ? [[name, fields[name]]] : []));
  const flow = { next: '', ...Object.fromEntries(texts), isSignup: fields['isSignup'] === true };
  return flow.secret === undefined || (flow.mobileFlowOtp && flow.desktopFlowOtp) ? undefined : flow;
}

/** Begins a flow, in place of the one that the browser had. Returns it with its `Set-Cookie`. */
export function beginFlow(fields: FlowFields, isSecure: boolean): { flow: SignInFlow; cookie: string } {
  const flow = { secret: newToken(), ...fields };
  const whole = encoded(flow);
  // Only the destination and the key come from outside and may be this long.
  const value = whole.length <= MAX_COOKIE_LENGTH ? whole : encoded({ ...flow, next: '', multiuseObjectKey: '' });
  return { flow, cookie: hiddenCookie(COOKIE, value, LIFETIME_SECONDS, isSecure) };
}

/** The flow that a request is part of. A request that names an app begins one; its `cookies` go with the response. */
export interface FlowOfRequest {
  readonly flow: FlowFields;
  readonly cookies: readonly string[];
}

/**
 * The flow of a request to a page that a sign-in begins or goes on at. Without `next` the destination is that of the flow. Throws the error
 * for an impossible app.
 */
export function flowOf(call: FlowCall, app?: AppFlow, next?: string): FlowOfRequest {
  const fields = app === undefined ? {} : fieldsOf(app);
  const known = readFlow(call);
  if (Object.keys(fields).length === 0)
    return { flow: { next: '', ...known, ...(next !== undefined && { next }) }, cookies: [] };
  const { flow, cookie } = beginFlow({ next: next ?? known?.next ?? '', ...fields }, call.isSecure);
  return { flow, cookies: [cookie] };
}

/** `Set-Cookie` that makes the browser forget its flow; none if it has none. */
export const endFlow = ({ headers, isSecure }: FlowCall): readonly string[] =>
  cookieIn(headers, COOKIE, isSecure) === undefined ? [] : [hiddenCookie(COOKIE, '', 0, isSecure)];

function fieldsOf({ mobileFlowOtp, desktopFlowOtp }: AppFlow): Partial<FlowFields> {
  const given = Object.entries({ mobileFlowOtp, desktopFlowOtp }).filter(([, otp]) => otp !== '');
  if (given.some(([, otp]) => !isOtp(otp))) throw new AppFlowError('Invalid OTP');
  if (given.length > 1) throw new AppFlowError("Can't use both mobile_flow_otp and desktop_flow_otp together.");
  return Object.fromEntries(given);
}

const encoded = (flow: SignInFlow): string => Buffer.from(JSON.stringify(flow)).toString('base64url');

const isTextOf = (name: (typeof TEXTS)[number], value: unknown): boolean =>
  typeof value === 'string' && (name.endsWith('Otp') ? isOtp(value) : value !== '');

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
