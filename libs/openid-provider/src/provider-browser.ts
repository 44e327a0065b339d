const MAX_STEPS = 10;

/** A browser without a window that signs in at the provider: it keeps the provider's cookies, so a second sign-in asks nothing. */
export class ProviderBrowser {
  private readonly cookies = new Map<string, string>();

  /**
   * Opens the address to which a sign-in redirects, chooses the person if the provider asks, and returns the address to which the
   * provider sends the browser back, without opening it.
   */
  async signIn(address: string, subject: string): Promise<URL> {
    const { origin } = new URL(address);
    let request = { url: new URL(address), form: undefined as URLSearchParams | undefined };
    for (let step = 0; step < MAX_STEPS; step++) {
      const response = await this.open(request.url, request.form);
      const location = response.headers.get('location');
      if (location === null) {
        request = { url: request.url, form: new URLSearchParams({ subject }) };
        continue;
      }
      const target = new URL(location, request.url);
      if (target.origin !== origin) return target;
      request = { url: target, form: undefined };
    }
    throw new Error(`The provider did not return from ${address} in ${MAX_STEPS} steps.`);
  }

  /** Ends the session at the provider, which announces that to its clients first. */
  async signOut(issuer: string): Promise<void> {
    const page = await (await this.open(new URL(`${issuer}/session/end`), undefined)).text();
    const xsrf = /name="xsrf" value="([^"]*)"/.exec(page)?.[1] ?? '';
    await this.open(new URL(`${issuer}/session/end/confirm`), new URLSearchParams({ xsrf, logout: 'yes' }));
  }

  private async open(url: URL, form: URLSearchParams | undefined): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = form === undefined ? 'GET' : 'POST';
    const response = await fetch(url, { method, body: form ?? null, headers: { cookie }, redirect: 'manual' });
    const text = await response.clone().text();
    if (response.status >= 400)
      throw new Error(`The provider responds to ${url.pathname} with ${response.status}: ${text}`);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return response;
  }
}
