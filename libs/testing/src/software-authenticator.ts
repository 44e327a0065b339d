import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Changes to a response, for tests of refusals. */
export interface ResponseChanges {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** UP is 1 and UV is 4. */
  readonly flags?: number;
  readonly challenge?: string;
  /** CBOR after the key `attStmt`, with its `fmt`. */
  readonly attestation?: { readonly fmt: string; readonly statement: Buffer };
}

interface Options {
  readonly challenge: string;
}

const PRESENT_AND_VERIFIED = 5;
const HAS_KEY = 64;

/** One passkey (ES256) as a device makes it, with the part of the browser: responses in the JSON form of WebAuthn. */
export class SoftwareAuthenticator {
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly credentialId = randomBytes(16);
  /** Signatures so far. */
  count = 0;

  /** `origin`: of the page that uses the passkey. */
  constructor(private readonly origin: string) {}

  register(options: Readonly<Record<string, unknown>>, changes: ResponseChanges = {}) {
    const clientData = this.clientData('webauthn.create', options, changes);
    const flags = (changes.flags ?? PRESENT_AND_VERIFIED) | HAS_KEY;
    const length = Buffer.from([0, this.credentialId.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.coseKey()]);
    const authData = Buffer.concat([this.authData(flags, changes), credential]);
    const { fmt, statement } = changes.attestation ?? { fmt: 'none', statement: Buffer.from([0xa0]) };
    const attestationObject = Buffer.concat([
      ...[Buffer.from([0xa3]), cborText('fmt'), cborText(fmt), cborText('attStmt'), statement],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    return this.response({ clientDataJSON: clientData, attestationObject });
  }

  signIn(options: Readonly<Record<string, unknown>>, changes: ResponseChanges = {}) {
    const clientDataJSON = this.clientData('webauthn.get', options, changes);
    this.count++;
    const authenticatorData = this.authData(changes.flags ?? PRESENT_AND_VERIFIED, changes);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
    const signature = sign('sha256', signed, this.pair.privateKey);
    return this.response({ clientDataJSON, authenticatorData, signature });
  }

  private clientData(type: string, options: Readonly<Record<string, unknown>>, changes: ResponseChanges): Buffer {
    const { challenge } = options as unknown as Options;
    const { origin } = this;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes }));
  }

  private authData(flags: number, { rpId = new URL(this.origin).hostname }: ResponseChanges): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  }

  private response(parts: Readonly<Record<string, Buffer>>) {
    const id = this.credentialId.toString('base64url');
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  /** EC2, ES256, P-256, x, y. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' });
    const coordinates = [x, y].map((text) => cborBytes(Buffer.from(text, 'base64url')));
    const [cborX, cborY] = coordinates as [Buffer, Buffer];
    return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), cborX, Buffer.from([0x22]), cborY]);
  }
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Up to 65,535 bytes. Devices write a length in the shortest form. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
