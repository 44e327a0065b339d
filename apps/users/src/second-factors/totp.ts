import { TextSeal } from '@chat/service-kit';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';

/** RFC 6238 with the parameters that every app knows. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Accepted steps before and after the current one: clocks of phones differ. */
const WINDOW = 1;

/** The stored form of secrets: only the secret of the system opens them. */
export const totpSeal = () => new TextSeal('totp secret');

/** A new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpCode = (secret: string, timestamp: number): string => totpOf(secret).generate({ timestamp });

export const TOTP_CODE = /^[0-9]{6}$/;

/** The step of 30 s that the code belongs to; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, timestamp: number): number | undefined {
  // The library throws for some codes of another form.
  if (!TOTP_CODE.test(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** The secret with the names that an app shows. */
export const otpauthUrl = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...PARAMETERS, secret, issuer, label }).toString();

/** Width of the quiet zone that readers need, in modules. */
const BORDER = 4;

/** A QR code as SVG, black on white in light and dark mode. Joined runs make a third of the library's own SVG. */
export function qrSvg(text: string): string {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const runs = rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  const size = rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`;
}

/** Start and length of each run of dark modules. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1]++;
    else runs.push([x, 1]);
  });
  return runs;
}

const totpOf = (secret: string): TOTP => new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
