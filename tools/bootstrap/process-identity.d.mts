/** A process, written down so that it is not confused with a later one of the same pid. */
export interface ProcessIdentity {
  pid: number;
  start: string;
  boot: string;
}

export function processStart(pid: number): string | undefined;
export function bootIdentity(): string;
export function identify(pid: number): ProcessIdentity | undefined;
export function isSameProcess(identity: ProcessIdentity): boolean;
