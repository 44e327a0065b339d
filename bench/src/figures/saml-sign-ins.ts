import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { SamlTestProvider } from '@chat/testing';
import { SAML } from '@node-saml/node-saml';
import { type Figure, row } from '../measurement.js';
import { HUNDRED, type Organization } from '../population/organization.js';
import { median } from '../stats/percentiles.js';
import { CpuMeter, type CpuUse } from '../system/processes.js';
import type { Stage } from '../system/stage.js';

const PROVIDER_ID = 'bench';
const PATH = '/complete/saml/';
/** The least of a cluster. With one replica, its one busy thread leaves a part of the second core idle. */
const REPLICAS = 2;
/** Enough for both replicas while other sign-ins wait for Redis and PostgreSQL. */
const BROWSERS = 32;
/** Known to the person: no mail. */
const KNOWN_BROWSER = `known-browser=${'c'.repeat(43)}`;
/** Of one turn. The flows begin before the measured time, and their responses are signed then. */
const SIGN_INS = 320;
const ROUNDS = 4;
/** Until the just-in-time compiler has finished. */
const WARM_UP_ROUNDS = 3;

/** A flow until the page of the provider has the response. */
interface PreparedSignIn {
  readonly cookie: string;
  readonly form: string;
  readonly samlResponse: string;
}

interface Turn {
  readonly barePerSecond: number;
  readonly signInsPerSecond: number;
  /** During the sign-ins. */
  readonly cpu: CpuUse;
}

class SamlBench {
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly stage: Stage,
    private readonly organization: Organization,
    private readonly provider: SamlTestProvider,
    private readonly metadata: string,
  ) {}

  static async open(stage: Stage, provider: SamlTestProvider): Promise<SamlBench> {
    const organization = await stage.organization(HUNDRED);
    const metadata = await (await fetch(`${stage.system.baseUrl}/saml/metadata.xml`)).text();
    return new SamlBench(stage, organization, provider, metadata);
  }

  /** The same documents: by the library alone in this process, then by the system. */
  async turn(): Promise<Turn> {
    const prepared: PreparedSignIn[] = [];
    for (let n = 0; n < SIGN_INS; n++) prepared.push(await this.prepare(n));
    const barePerSecond = await this.perSecond(1, prepared, (signIn) => this.validate(signIn));
    const meter = new CpuMeter(this.stage.system);
    meter.begin();
    const signInsPerSecond = await this.perSecond(BROWSERS, prepared, (signIn) => this.signIn(signIn));
    return { barePerSecond, signInsPerSecond, cpu: meter.end() };
  }

  private async prepare(n: number): Promise<PreparedSignIn> {
    const { email, host } = this.organization.user(n);
    const start = await this.send('GET', `/accounts/login/social/saml/${PROVIDER_ID}?next=/account/`, { host });
    const { id, relayState } = await this.provider.requestIn(start.headers.location ?? '', this.metadata);
    const attributes = { email, name: `Person ${n}` };
    const samlResponse = await this.provider.response(this.metadata, { nameId: email, attributes, inResponseTo: id });
    const cookie = (start.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] as string;
    const form = new URLSearchParams({ SAMLResponse: samlResponse, RelayState: relayState }).toString();
    return { cookie: `${cookie}; ${KNOWN_BROWSER}`, form, samlResponse };
  }

  private async validate({ samlResponse }: PreparedSignIn): Promise<void> {
    const library = new SAML({
      issuer: this.stage.system.baseUrl,
      callbackUrl: this.stage.system.baseUrl + PATH,
      idpCert: this.provider.keys.certificate,
      wantAuthnResponseSigned: false,
    });
    await library.validatePostResponseAsync({ SAMLResponse: samlResponse });
  }

  private async signIn({ cookie, form }: PreparedSignIn): Promise<void> {
    const received = await this.send('POST', PATH, { 'content-type': 'application/x-www-form-urlencoded' }, form);
    const { host, pathname, search } = new URL(received.headers.location ?? '');
    const response = await this.send('GET', pathname + search, { host, cookie });
    if (response.headers.location !== '/account/') throw new Error(`No sign-in: status ${response.statusCode}`);
  }

  private async send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<IncomingMessage> {
    const sent = request({ host: '127.0.0.1', port: this.stage.port, method, path, headers, agent: this.agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }

  private async perSecond(
    workers: number,
    prepared: readonly PreparedSignIn[],
    work: (signIn: PreparedSignIn) => Promise<void>,
  ): Promise<number> {
    const left = [...prepared];
    const beganAt = performance.now();
    const run = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
    };
    await Promise.all(Array.from({ length: workers }, run));
    return (prepared.length * 1000) / (performance.now() - beganAt);
  }
}

/** From the response that the page of the provider posts to the session, against the library's validation of the same response. */
export const samlSignIns: Figure = {
  name: 'saml-sign-ins',
  async measure({ ownStage }) {
    const provider = await SamlTestProvider.create();
    const providers = { [PROVIDER_ID]: provider.settings() };
    const stage = await ownStage({
      scale: { 'identity-providers': REPLICAS },
      env: { SAML_PROVIDERS: JSON.stringify(providers) },
    });
    const bench = await SamlBench.open(stage, provider);
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await bench.turn();
    const turns: Turn[] = [];
    for (let round = 0; round < ROUNDS; round++) turns.push(await bench.turn());
    const ratios = turns.map(({ barePerSecond, signInsPerSecond }) => signInsPerSecond / barePerSecond);
    return {
      measurements: [
        row(
          `SAML sign-ins, ${BROWSERS} browsers, ${REPLICAS} replicas`,
          median(turns.map((turn) => turn.signInsPerSecond)),
          'sign-ins/s',
        ),
        row('the same, against the library’s bare validation', median(ratios), '×', { goal: { atLeast: 0.7 } }),
      ],
      details: { turns, ratios },
    };
  },
};
