const PAGE = '/';
/** A server that is silent for so long is as good as none. */
export const SILENT_MS = 3_000;
/** The build writes it into the page. */
const FILE_LIST = /<link rel="offline-files" href="(\/assets\/[\w.-]+)"/;

export interface KeptReleaseParts {
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
}

/**
 * The page of the last load with the files of its release, for times without the server. A page that the server sends in time always
 * comes first, and replaces the kept one. Each release is a cache with the name of its list of files; it has the page if it is complete.
 */
export class KeptRelease {
  private keeping = Promise.resolve();

  constructor(private readonly parts: KeptReleaseParts) {}

  /** The page of the server; the kept one if the server is away, broken or silent. */
  async page(fromServer: Promise<Response>): Promise<Response> {
    const response = await inTime(fromServer);
    if (response !== undefined && response.status < 500) return response;
    return (await this.find(PAGE)) ?? fromServer;
  }

  /** A name contains the digest of the content, so a kept file is right. */
  async file(request: Request): Promise<Response> {
    return (await this.find(request)) ?? this.parts.fetch(request);
  }

  /** Keeps a page of the server and its files; other responses, such as the sign-in, change nothing. One at a time. */
  keep(response: Response): Promise<void> {
    this.keeping = this.keeping.then(() => this.keepNow(response)).catch(() => undefined);
    return this.keeping;
  }

  private async keepNow(response: Response): Promise<void> {
    if (response.status !== 200 || response.redirected) return;
    const list = FILE_LIST.exec(await response.clone().text())?.[1];
    if (list === undefined) return;
    const { caches } = this.parts;
    const cache = await caches.open(list);
    if ((await cache.match(PAGE)) === undefined) await this.keepFiles(cache, list);
    await cache.put(PAGE, response);
    for (const name of await caches.keys()) if (name !== list) await caches.delete(name);
  }

  /** One after the other, so that the page has the network for itself. */
  private async keepFiles(cache: Cache, list: string): Promise<void> {
    const files = (await (await this.fetched(list)).json()) as string[];
    for (const file of files) await cache.put(file, (await this.find(file)) ?? (await this.fetched(file)));
  }

  private async fetched(path: string): Promise<Response> {
    const response = await this.parts.fetch(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return response;
  }

  /** Undefined also if the browser refuses storage. */
  private find(request: Request | string): Promise<Response | undefined> {
    return this.parts.caches.match(request, { ignoreVary: true }).catch(() => undefined);
  }
}

/** Undefined if no response comes, or none in time. */
async function inTime(response: Promise<Response>): Promise<Response | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SILENT_MS, undefined);
  });
  return Promise.race([response.catch(() => undefined), silence]).finally(() => clearTimeout(timer));
}
