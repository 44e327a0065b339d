import { StreamPostPolicy, type StreamRecord } from '@chat/contracts';
import { quoted } from '../messages/notices/notices.js';
import { policyName } from './stream-properties.js';

const POST_POLICY_NAMES: Readonly<Record<number, string>> = {
  [StreamPostPolicy.Everyone]: 'All stream members can post.',
  [StreamPostPolicy.Administrators]: 'Only organization administrators can post.',
  [StreamPostPolicy.FullMembers]: 'Only organization full members can post.',
  [StreamPostPolicy.Moderators]: 'Only organization administrators and moderators can post.',
};

/** Notices about the changes of a stream, one per kind of change. */
export function noticesOfChange(actor: string, before: StreamRecord, after: StreamRecord): string[] {
  const texts: string[] = [];
  if (before.name !== after.name) texts.push(`${actor} renamed stream **${before.name}** to **${after.name}**.`);
  if (before.description !== after.description) {
    texts.push(
      `${actor} changed the description for this stream.\n\n* **Old description:**\n${described(before)}\n* **New description:**\n${described(after)}`,
    );
  }
  if (policyName(before) !== policyName(after)) {
    texts.push(
      `${actor} changed the access permissions for this stream from **${policyName(before)}** to **${policyName(after)}**.`,
    );
  }
  if (before.postPolicy !== after.postPolicy) {
    texts.push(
      `${actor} changed the posting permissions for this stream:\n\n* **Old permissions**: ${POST_POLICY_NAMES[before.postPolicy]}\n* **New permissions**: ${POST_POLICY_NAMES[after.postPolicy]}`,
    );
  }
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    texts.push(
      `${actor} changed the message retention for this stream:\n\n* **Old retention**: ${retention(before)}\n* **New retention**: ${retention(after)}`,
    );
  }
  return texts;
}

const described = ({ description }: StreamRecord) => quoted(description === '' ? '*No description.*' : description);

function retention({ messageRetentionDays: days }: StreamRecord): string {
  if (days === null) return 'as the organization has it';
  return days === -1 ? 'for ever' : `${days} days`;
}
