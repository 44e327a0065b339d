import { NoAnswer, type RawHttp } from '../support/raw-http.js';
import type { HostileRequest } from './hostile-requests.js';
import { faultsOf, isTaken } from './sound-answer.js';

/** How many requests are under way at once. */
const IN_FLIGHT = 12;

/** Faults that hostile requests revealed: each kind of fault at each endpoint once, with an example. */
export class Findings {
  /** How often requests were refused and taken, for the report. */
  refused = 0;
  taken = 0;
  private readonly byKind = new Map<string, { example: string; count: number }>();

  /** Sends everything and looks at every answer. Resolves with those that were refused. */
  async collect(http: RawHttp, requests: Iterable<HostileRequest>, inFlight = IN_FLIGHT): Promise<HostileRequest[]> {
    const refused: HostileRequest[] = [];
    const iterator = requests[Symbol.iterator]();
    const work = async () => {
      for (let next = iterator.next(); !next.done; next = iterator.next()) {
        if (await this.send(http, next.value)) this.taken++;
        else {
          this.refused++;
          refused.push(next.value);
        }
      }
    };
    await Promise.all(Array.from({ length: inFlight }, work));
    return refused;
  }

  /** One line for each kind of fault; empty when there is none. */
  get lines(): string[] {
    return [...this.byKind.values()].map(
      ({ example, count }) => `${example}${count > 1 ? ` (and ${count - 1} more)` : ''}`,
    );
  }

  /** Whether it was taken. */
  private async send(http: RawHttp, { operation, what, request }: HostileRequest): Promise<boolean> {
    try {
      const answer = await http.send(request);
      for (const fault of faultsOf(request, answer)) this.add(operation.name, what, fault);
      return isTaken(request, answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.add(operation.name, what, error.message);
      return false;
    }
  }

  private add(name: string, what: string, fault: string): void {
    // The text before the first quotation or number; the rest differs between requests.
    const kind = `${name} ${fault.split(/["\d]/, 1)[0]}`;
    const known = this.byKind.get(kind);
    if (known) known.count++;
    else this.byKind.set(kind, { example: `${name} with ${what.slice(0, 300)} ${fault}`, count: 1 });
  }
}
