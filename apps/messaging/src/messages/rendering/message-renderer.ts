import { badRequest, type LinkedFile, serviceUnavailable } from '@chat/contracts';
import {
  BoundedRenderer,
  findReferences,
  isShownInMessages,
  type NamedReference,
  type RenderContext,
  RenderError,
  type RenderedMessage,
  RenderQueueFull,
  RenderWorkerCrash,
  referencesIn,
} from '@chat/markdown';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StreamReaders } from '../../access/stream-readers.js';
import type { Viewer } from '../../access/visible-messages.js';
import { LinkedFiles } from '../../file-claims/linked-files.js';
import { RealmProjections } from '../../projections/realm-projections.js';
import type { RealmUsers } from '../../projections/realm-users.js';
import { StreamsProjection } from '../../stream-records/streams.projection.js';

/** The HTML of a message with its references. */
export interface MessageRendering extends RenderedMessage {
  /** The linked files that the author may read. `hasAttachment` says whether there are any. */
  readonly claimedFiles: readonly LinkedFile[];
}

const NO_STREAMS: readonly NamedReference[] = Object.freeze([]);
const NO_FILES: readonly LinkedFile[] = Object.freeze([]);

/**
 * Renders Markdown as HTML, with the users, groups, visible streams, linkifiers and emoji that the text refers to. Rendering is bounded
 * in time.
 */
@Injectable()
export class MessageRenderer implements OnModuleDestroy {
  private readonly renderer = new BoundedRenderer();

  constructor(
    private readonly projections: RealmProjections,
    private readonly streams: StreamsProjection,
    private readonly readers: StreamReaders,
    private readonly linkedFiles: LinkedFiles,
  ) {}

  /**
   * The author decides which streams the text may link to, and whether emoticons are translated. `linkable` replaces the search for linked
   * streams, for a transaction that creates them; files cannot be claimed then. Facts about linked files cost a request, and a text that shows
   * such files is rendered again with them. `mentionedUserIds` includes direct members of mentioned groups, whether or not they see the
   * message. Throws BAD_REQUEST if the text cannot be rendered within the limits.
   */
  async render(author: Viewer, content: string, linkable?: readonly NamedReference[]): Promise<MessageRendering> {
    const { context, users } = await this.contextOf(author, content, linkable);
    const rendered = withGroupMembers(await this.rendered(content, context), users);
    const { attachmentPaths } = rendered;
    const claimedFiles =
      attachmentPaths.length === 0 || linkable ? NO_FILES : await this.linkedFiles.readableBy(author, attachmentPaths);
    const hasAttachment = claimedFiles.length > 0;
    if (!claimedFiles.some(isShownInMessages)) return { ...rendered, hasAttachment, claimedFiles };
    const { html, hasLink, hasImage } = await this.rendered(content, { ...context, files: claimedFiles });
    return { ...rendered, html, hasLink, hasImage, hasAttachment, claimedFiles };
  }

  /**
   * The HTML of a stored message, with these of its files. Mentions and links to streams have the names of `html`, its present HTML, because
   * users and streams may have other names by now. Claims stay as they are.
   */
  async renderAgain(
    author: Viewer,
    { content, html }: { readonly content: string; readonly html: string },
    files: readonly LinkedFile[],
  ): Promise<RenderedMessage> {
    const { context } = await this.contextOf(author, content, NO_STREAMS);
    return this.rendered(content, { ...context, ...referencesIn(html), files });
  }

  onModuleDestroy(): Promise<void> {
    return this.renderer.close();
  }

  private async contextOf(author: Viewer, content: string, linkable?: readonly NamedReference[]) {
    const { realmId } = author;
    const [users, realm, markup] = await Promise.all([
      this.projections.users(realmId),
      this.projections.realm(realmId),
      this.projections.markup(realmId),
    ]);
    const found = findReferences(content);
    const context: RenderContext = {
      realmUrl: realm.url,
      users: [...found.userNames.flatMap((name) => users.getByName(name)), ...found.userIds.map((id) => users.get(id))]
        .filter((user) => user !== undefined)
        .map((user) => ({ id: user.userId, fullName: user.fullName, isActive: user.isActive })),
      groups: found.groupNames
        .map((name) => users.groups.getByName(name))
        .filter((group) => group !== undefined)
        .filter(({ isSystemGroup }) => !isSystemGroup)
        .map(({ groupId: id, name }) => ({ id, name })),
      streams: linkable ?? (await this.linkable(author, found.streamNames)),
      linkifiers: markup.linkifiers,
      realmEmoji: markup.emoji,
      translateEmoticons: users.get(author.userId)?.settings.translateEmoticons ?? false,
      inlineImagePreview: realm.inlineImagePreview && realm.server.inlineImagePreview,
      defaultCodeLanguage: realm.defaultCodeBlockLanguage || null,
    };
    return { context, users };
  }

  private rendered(content: string, context: RenderContext): Promise<RenderedMessage> {
    return this.renderer.render(content, context).catch((error: unknown) => {
      if (error instanceof RenderError || error instanceof RenderWorkerCrash) {
        throw badRequest('Unable to render message');
      }
      if (error instanceof RenderQueueFull) throw serviceUnavailable('messaging');
      throw error;
    });
  }

  private async linkable(author: Viewer, names: readonly string[]): Promise<NamedReference[]> {
    if (names.length === 0) return [];
    const streams = await this.streams.of(author.realmId);
    const linked: NamedReference[] = [];
    for (const name of names) {
      const stream = streams.getByName(name);
      if (stream?.name !== name) continue;
      const readers = await this.readers.readersAmong(stream, [author]);
      if (readers.length > 0) linked.push({ id: stream.streamId, name });
    }
    return linked;
  }
}

function withGroupMembers(rendered: RenderedMessage, users: RealmUsers): RenderedMessage {
  if (rendered.mentionedGroupIds.length === 0) return rendered;
  const mentioned = new Set(rendered.mentionedUserIds);
  for (const groupId of rendered.mentionedGroupIds)
    for (const id of users.groups.get(groupId)?.memberIds ?? []) mentioned.add(id);
  return { ...rendered, mentionedUserIds: [...mentioned] };
}
