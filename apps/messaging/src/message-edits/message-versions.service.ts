import { badRequest, type MessageHistory, type MessageVersion, type Principal, type Wire } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { JsonText } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { Access } from '../access/access.js';
import { RealmProjections } from '../projections/realm-projections.js';
import { DIFF_TIMEOUT_MS, htmlDiff } from './html-diff.js';
import { selectVersioned, type VersionedMessage } from './message-edits.repository.js';

/** Time for the differences of all versions. Later versions are shown as replaced as a whole. */
const DIFFS_BUDGET_MS = 200;

@Injectable()
export class MessageVersionsService {
  constructor(
    private readonly database: Database,
    private readonly access: Access,
    private readonly projections: RealmProjections,
  ) {}

  async list(actor: Principal, messageId: number): Promise<JsonText> {
    const realm = await this.projections.realm(actor.realmId);
    if (!realm.allowEditHistory) throw badRequest('Message edit history is disabled in this organization');
    const { id } = await this.access.message(actor, actor.realmId, messageId);
    const row = await selectVersioned(this.database, id);
    if (!row) throw badRequest('Invalid message(s)');
    const history: Wire<MessageHistory> = { message_history: versions(row) };
    return new JsonText(JSON.stringify(history));
  }
}

/** All versions, oldest first, derived from the current one: each entry has the values before its edit. Pure. */
function versions(row: VersionedMessage): Wire<MessageVersion>[] {
  const deadline = performance.now() + DIFFS_BUDGET_MS;
  let { topic, content, renderedContent } = row;
  const newestFirst: Wire<MessageVersion>[] = [];
  for (const entry of row.entries ?? []) {
    const { prev_rendered_content_version: _, ...change } = entry;
    const before = entry.prev_rendered_content;
    const timeoutMs = Math.min(DIFF_TIMEOUT_MS, deadline - performance.now());
    newestFirst.push({
      ...change,
      topic,
      content,
      rendered_content: renderedContent,
      content_html_diff: before === undefined ? undefined : htmlDiff(before, renderedContent, timeoutMs),
    });
    topic = entry.prev_topic ?? topic;
    content = entry.prev_content ?? content;
    renderedContent = before ?? renderedContent;
  }
  const sent = {
    topic,
    content,
    rendered_content: renderedContent,
    timestamp: row.sentAtSeconds,
    user_id: row.senderId,
  };
  return [sent, ...newestFirst.reverse()];
}
