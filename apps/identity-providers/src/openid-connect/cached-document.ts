/** A document of a provider in the memory of this process. Simultaneous users load it once. */
export class CachedDocument<Content> {
  private loaded: { readonly content: Content; readonly atMs: number } | undefined;
  private loading: Promise<Content> | undefined;

  constructor(
    private readonly load: () => Promise<Content>,
    /** An older document is loaded again. */
    private readonly maxAgeMs: number,
  ) {}

  /** Loads the document unless it is younger than `maxAgeMs`. Rejects if it cannot be loaded. */
  async get(maxAgeMs = this.maxAgeMs): Promise<Content> {
    if (this.loaded !== undefined && performance.now() - this.loaded.atMs < maxAgeMs) return this.loaded.content;
    this.loading ??= this.loadAnew().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  private async loadAnew(): Promise<Content> {
    const content = await this.load();
    this.loaded = { content, atMs: performance.now() };
    return content;
  }
}
