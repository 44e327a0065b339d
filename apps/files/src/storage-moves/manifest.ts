import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** An object as it was copied. */
export interface ManifestEntry {
  readonly key: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The checksums of copied objects, one line of JSON each, in a file that grows with the copies. */
export class Manifest {
  private constructor(
    private readonly path: string,
    private readonly entries: Map<string, ManifestEntry>,
  ) {}

  /** An absent file is an empty manifest. */
  static async open(path: string): Promise<Manifest> {
    const entries = new Map<string, ManifestEntry>();
    try {
      for await (const line of createInterface({ input: createReadStream(path) })) {
        const entry = parsed(line);
        if (entry) entries.set(entry.key, entry);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return new Manifest(path, entries);
  }

  get(key: string): ManifestEntry | undefined {
    return this.entries.get(key);
  }

  get keys(): IterableIterator<string> {
    return this.entries.keys();
  }

  async add(entry: ManifestEntry): Promise<void> {
    this.entries.set(entry.key, entry);
    // The line break comes first: a killed process may have left half a line.
    await appendFile(this.path, `\n${JSON.stringify(entry)}`);
  }
}

/** Undefined for the half line of a killed process: its object is copied again. */
function parsed(line: string): ManifestEntry | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
