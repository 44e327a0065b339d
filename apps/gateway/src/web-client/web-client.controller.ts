import { GetRealm, getServiceWorker, getWebAsset, getWebClient, getWebManifest, notFound } from '@chat/contracts';
import { Controller, Module } from '@nestjs/common';
import { csrfCookie, csrfTokenIn } from '../admission/session-cookies.js';
import { acceptedEncoding } from '../http/accepted-encoding.js';
import { type Call, Endpoint, FileResponse } from '../http/index.js';
import { FOR_EVER } from '../images/images.js';
import { CLIENT_PATH, SIGN_IN_PATH } from '../pages/page-paths.js';
import { redirect } from '../pages/page-response.js';
import { newToken } from '../pages/page-visit.js';
import { type BuiltClient, type CheckedFile, type ClientFile, readBuiltClient, typeOf } from './built-client.js';
import { showNotBuilt } from './not-built-page.js';
import { pagePolicies, WORKER_POLICIES } from './page-policies.js';
import { SharedAssets } from './shared-assets.js';

@Controller()
export class WebClientController {
  private built = readBuiltClient();
  private readonly policies = pagePolicies();

  constructor(private readonly shared: SharedAssets) {}

  /** To be called before the page is served. */
  async share(): Promise<void> {
    if (this.built !== undefined) await this.shared.share(this.built.assets);
  }

  /** The page says nothing about its reader, so its tag is the same for all of them. */
  @Endpoint(getWebClient)
  async page(call: Call<typeof getWebClient>) {
    if (call.principal === null) return redirect(`${SIGN_IN_PATH}?next=${CLIENT_PATH}`);
    const client = this.client();
    if (client === undefined) return showNotBuilt(call);
    return checked(client.page, call, { ...this.policies, ...newCsrfCookie(call) });
  }

  /** A new one takes over at the next load: browsers ask for it with every page. */
  @Endpoint(getServiceWorker)
  serviceWorker(call: Call<typeof getServiceWorker>) {
    const client = this.client();
    if (client === undefined) throw notFound();
    return checked(client.serviceWorker, call, WORKER_POLICIES);
  }

  @Endpoint(getWebManifest)
  async manifest(call: Call<typeof getWebManifest>) {
    const client = this.client();
    if (client === undefined) throw notFound();
    const { state: realm } = await call.request(GetRealm, { realmId: call.realmId });
    const manifest = JSON.stringify({ name: realm.name, short_name: realm.name, ...client.manifest });
    return new FileResponse(typeOf('manifest.webmanifest'), manifest, { ...NO_CACHE, ...NO_SNIFFING });
  }

  /** A file may belong to another release, during an upgrade or for a tab that was opened before it. */
  @Endpoint(getWebAsset)
  async asset(call: Call<typeof getWebAsset>) {
    const { fileName } = call.parameters;
    const assets = this.client()?.assets;
    const file = assets?.get(fileName) ?? (await this.shared.find(call, fileName));
    if (file === undefined) throw notFound();
    const map = `${fileName}.map`;
    return inBestEncoding(file, call, { ...FOR_EVER, ...(assets?.has(map) && { sourcemap: map }), ...NO_SNIFFING });
  }

  /** A build that was missing is looked for again. */
  private client(): BuiltClient | undefined {
    this.built ??= readBuiltClient();
    return this.built;
  }
}

type Headers = FileResponse['headers'];

const NO_CACHE = { 'cache-control': 'no-cache' };
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };
const VARY = { vary: 'accept-encoding' };

/** Not sent again if the browser has it. */
function checked(file: CheckedFile, call: Pick<Call, 'headers'>, policies: Headers): FileResponse {
  const headers = { ...policies, ...NO_CACHE, etag: file.etag };
  const isKnown = namesTag(call.headers['if-none-match'], file.etag);
  return isKnown ? notModified(file, headers) : inBestEncoding(file, call, headers);
}

function inBestEncoding(
  { type, bytes, encoded }: ClientFile,
  { headers: requested }: Pick<Call, 'headers'>,
  headers: Headers,
): FileResponse {
  const encoding = acceptedEncoding(requested['accept-encoding'], (name) => name in encoded);
  const body = encoding && encoded[encoding];
  if (body === undefined) return new FileResponse(type, bytes, { ...headers, ...VARY });
  return new FileResponse(type, body, { ...headers, ...VARY, 'content-encoding': encoding as string });
}

const notModified = ({ type }: ClientFile, headers: Headers) =>
  new FileResponse(type, '', { ...headers, ...VARY }, 304);

/** Compares as `If-None-Match` asks: a proxy that encodes a response may have made its tag weak. */
const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));

/** The client cannot write without it. A browser has it since the sign-in, unless it has dropped the one cookie alone. */
const newCsrfCookie = ({ headers, isSecure }: Pick<Call, 'headers' | 'isSecure'>): Headers =>
  csrfTokenIn(headers, isSecure) === undefined ? { 'set-cookie': [csrfCookie(newToken(), isSecure)] } : {};

@Module({ controllers: [WebClientController], providers: [SharedAssets] })
export class WebClientModule {}
