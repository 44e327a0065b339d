import { setting } from '@chat/configuration';

/**
 * The page loads its own scripts, styles and fonts, and talks to this server. Pictures and recordings of messages come from anywhere. Formulas
 * in messages have style attributes; `style-src-attr` allows no style sheets. Scripts make HTML and addresses of scripts only by the named policies.
 */
function contentPolicy(): string {
  const filesOrigin = setting('FILES_URL') ?? '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    `media-src 'self' blob: ${filesOrigin}`.trimEnd(),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types message-html own-script',
  ].join('; ');
}

/** Devices and other powers that the page never uses. */
const UNUSED = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];

export const pagePolicies = (): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
  // Without any referrer, browsers would also hide the origin that shows the gateway where a request comes from.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
});

/** Headers of the service worker: its own policy is in force for its requests, not that of the page. It imports no script. */
export const WORKER_POLICIES: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  // The page and its files; the script of no other path may have this scope.
  'service-worker-allowed': '/',
  'x-content-type-options': 'nosniff',
};
