/** Lines that wait for a terminal or pipe that nobody reads are dropped beyond this. */
const MAX_PENDING_BYTES = 4 * 1024 * 1024;

/**
 * Prints lines without ever holding up the caller: whoever started us may have stopped reading what we print, and the
 * system must go on. A closed output is ignored.
 */
export class Terminal {
  private dropped = 0;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {
    stream.on('error', () => {});
  }

  get hasColours(): boolean {
    return this.stream.isTTY === true && process.env.NO_COLOR === undefined;
  }

  print(line: string): void {
    if (this.stream.writableLength > MAX_PENDING_BYTES) {
      this.dropped++;
      return;
    }
    if (this.dropped > 0) {
      this.stream.write(`(${this.dropped} lines left out here; they are in .local/logs)\n`);
      this.dropped = 0;
    }
    this.stream.write(`${line}\n`);
  }
}
