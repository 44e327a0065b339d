import { CheckFileStorage, GetFilesUsage, MAX_UPLOAD_QUOTA_MIB, SetUploadQuota, SweepFiles } from '@chat/contracts';
import { CheckFailed, type Command, CommandError, numberOf, realmCommand } from '../command.js';

const MIB = 1024 * 1024;
const inMib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

const usage = realmCommand({
  name: 'files usage',
  summary: 'show the space that the files of a realm use',
  async run({ realmId, name }, operator, _options, print) {
    const { files, bytesUsed, bytesReserved, quotaMib } = await operator.request(GetFilesUsage, { realmId }, realmId);
    const quota = quotaMib === null ? 'no quota' : `quota ${quotaMib} MiB`;
    print(`Realm "${name}": ${files} files, ${inMib(bytesUsed)}; uploads under way ${inMib(bytesReserved)}; ${quota}.`);
  },
});

const quota = realmCommand({
  name: 'files quota',
  summary: 'set the space that the files of a realm may use',
  options: { mib: { type: 'string', help: 'MiB, none, or default (UPLOAD_QUOTA_MIB)', isRequired: true } },
  async run({ realmId, name }, operator, { mib }, print) {
    await operator.request(SetUploadQuota, { realmId, ...quotaOf(mib) }, realmId);
    print(`Realm "${name}": the quota is ${/^\d+$/.test(mib) ? `${mib} MiB` : mib}.`);
  },
});

function quotaOf(text: string): { readonly uploadQuotaMib?: number | null } {
  if (text === 'default') return {};
  if (text === 'none') return { uploadQuotaMib: null };
  const uploadQuotaMib = numberOf('mib', text, 0);
  if (uploadQuotaMib > MAX_UPLOAD_QUOTA_MIB) throw new CommandError(`--mib is at most ${MAX_UPLOAD_QUOTA_MIB}.`);
  return { uploadQuotaMib };
}

const sweep: Command = {
  name: 'files sweep',
  summary: 'delete files without a link for UNCLAIMED_FILES_DAYS now',
  options: {},
  async run(operator, _options, print) {
    const { deleted } = await operator.request(SweepFiles, {}, 0);
    print(`Deleted ${deleted} files.`);
  },
};

const check: Command = {
  name: 'files check',
  summary: 'compare the files with the bytes in the storage',
  options: {},
  async run(operator, _options, print) {
    const { objectsWithoutRow, filesWithoutBytes } = await operator.request(CheckFileStorage, {}, 0);
    print(`Bytes without a file, now being deleted: ${objectsWithoutRow}. Files without bytes: ${filesWithoutBytes}.`);
    if (filesWithoutBytes > 0) throw new CheckFailed('The log of the files service names the files without bytes.');
  },
};

export const filesCommands: readonly Command[] = [usage, quota, sweep, check];
