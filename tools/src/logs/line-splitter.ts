import { StringDecoder } from 'node:string_decoder';

/** A line longer than this is cut: nobody reads it, and it must not fill the memory. */
const MAX_LINE_CHARS = 64 * 1024;

/** Cuts a stream of bytes into lines, whatever the pieces are in which it arrives. */
export class LineSplitter {
  private readonly decoder = new StringDecoder('utf8');
  private rest = '';

  constructor(private readonly onLine: (line: string) => void) {}

  write(chunk: Buffer): void {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARS);
    for (const line of lines) if (line.trim() !== '') this.onLine(line.slice(0, MAX_LINE_CHARS).trimEnd());
  }

  /** Hands over a last line that has no end. */
  end(): void {
    const line = this.rest + this.decoder.end();
    this.rest = '';
    if (line.trim() !== '') this.onLine(line);
  }
}
