import { type Destination, destinationKey } from '../sending/index.js';
import { type UploadedFile, type UploadParts, UploadRefused, uploadFile } from './upload-file.js';
import type { StoredUpload } from './upload-storage.js';

/** A file on its way to a conversation. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  /** Why it failed; empty: without a reason. */
  readonly problem?: string;
}

export interface ConversationUploadsParts {
  readonly session: string;
  readonly storage: {
    all(session: string): Promise<readonly StoredUpload[]>;
    put(upload: StoredUpload): Promise<void>;
    remove(id: string): Promise<void>;
  };
  readonly upload: Omit<UploadParts, 'signal' | 'onProgress' | 'address' | 'onBegin'>;
  readonly newId: () => string;
  /** Runs the work unless another tab does. */
  readonly alone: (id: string, work: () => Promise<void>) => Promise<void>;
  /** Writes the link of the file into the text of the conversation. */
  readonly addLink: (destination: Destination, markdown: string) => void;
}

interface Running {
  readonly file: File;
  readonly abort: AbortController;
  destination: Destination;
  attachment: Attachment;
  /** Of the upload, once the server has one. */
  address?: string | undefined;
}

const NONE: readonly Attachment[] = [];

/** Files on their way, by conversation. They go on while other views are open, and after a reload. */
export class ConversationUploads {
  private readonly running = new Map<string, Running>();
  private readonly listeners = new Set<() => void>();
  private lists = new Map<string, readonly Attachment[]>();

  constructor(private readonly parts: ConversationUploadsParts) {}

  /** Goes on with the uploads of an earlier page. */
  async restore(): Promise<void> {
    for (const stored of await this.parts.storage.all(this.parts.session)) {
      void this.parts.alone(stored.id, () => this.run(stored.id, stored.destination, stored.file, stored.address));
    }
  }

  attach(destination: Destination, files: Iterable<File>): void {
    for (const file of files) {
      const id = this.parts.newId();
      void this.parts.alone(id, () => this.run(id, destination, file));
    }
  }

  /** Cancels the upload, or forgets a failed one. */
  remove(id: string): void {
    this.running.get(id)?.abort.abort();
    this.end(id);
  }

  /** The files go to another conversation, as the text to which they belong. */
  move(from: Destination, to: Destination): void {
    const key = destinationKey(from);
    for (const [id, running] of this.running) {
      if (destinationKey(running.destination) !== key) continue;
      running.destination = to;
      this.store(id, running);
    }
    this.report();
  }

  /** The same list until something changes. */
  of(destination: Destination): readonly Attachment[] {
    return this.lists.get(destinationKey(destination)) ?? NONE;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async run(id: string, destination: Destination, file: File, address?: string): Promise<void> {
    const { storage, upload, addLink } = this.parts;
    const abort = new AbortController();
    const attachment = { id, name: file.name, size: file.size, sent: 0 };
    const running: Running = { file, abort, destination, attachment, address };
    this.running.set(id, running);
    this.report();
    try {
      const uploaded = await uploadFile(file, {
        ...upload,
        address,
        signal: abort.signal,
        onBegin: (begun) => {
          running.address = begun;
          this.store(id, running);
        },
        onProgress: (sent) => this.change(id, { sent }),
      });
      addLink(running.destination, linkTo(uploaded));
      this.end(id);
    } catch (error) {
      void storage.remove(id);
      if (!abort.signal.aborted) this.change(id, { problem: error instanceof UploadRefused ? error.message : '' });
    }
  }

  private store(id: string, { destination, file, address }: Running): void {
    const { storage, session } = this.parts;
    if (address !== undefined) void storage.put({ id, session, destination, file, address });
  }

  private change(id: string, values: Partial<Attachment>): void {
    const running = this.running.get(id);
    if (running === undefined) return;
    running.attachment = { ...running.attachment, ...values };
    this.report();
  }

  private end(id: string): void {
    void this.parts.storage.remove(id);
    this.running.delete(id);
    this.report();
  }

  private report(): void {
    this.lists = new Map();
    for (const { destination, attachment } of this.running.values()) {
      const key = destinationKey(destination);
      this.lists.set(key, [...(this.lists.get(key) ?? []), attachment]);
    }
    for (const listener of this.listeners) listener();
  }
}

const linkTo = ({ url, filename }: UploadedFile): string => `[${filename.replaceAll(/[[\]]/g, '')}](${url})`;
