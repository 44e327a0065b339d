import { cpus, totalmem } from 'node:os';

/** One line about where this was measured. */
export function machineLine(): string {
  const models = new Set(cpus().map(({ model }) => model.trim()));
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${[...models].join(', ')}), ${memory} GiB, Node ${process.version}, ${process.platform}`;
}
