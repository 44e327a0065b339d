/**
 * Ends a connection. It has no stack: Node reads the stack of an error that ends a socket. The first stack of a process costs about 0.1 s for
 * its source map, in all processes of a machine at the same moment.
 */
export class ClosedConnectionError extends Error {
  constructor(message: string) {
    super(message);
    this.stack = `Error: ${message}`;
  }
}
