import type { StateInline } from 'markdown-it';
import { MAX_REFERENCES } from './limits.js';
import type { FoundLink } from './links/found-links.js';
import type { LinkedUpload, MentionableUser, NamedReference, RenderContext } from './render-context.js';
import { uploadPath } from './uploads/upload-path.js';

/** A run of emphasis markers; see `inline/emphasis.ts`. */
export interface EmphasisRun {
  readonly marker: '*' | '~';
  /** Index of its text token. */
  readonly token: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Number of markers that belong to no pair yet. */
  left: number;
}

/** End of a line, which no emphasis crosses. */
export interface LineEnd {
  readonly marker: '\n';
}

/** State of one inline text. */
interface InlineScan {
  /** Inside a quote all mentions are silent. */
  readonly quoted: boolean;
  readonly links: readonly FoundLink[];
  nextLink: number;
  /** Emphasis markers so far, and the ends of lines between them. */
  readonly runs: (EmphasisRun | LineEnd)[];
  /** Start of each code span -> its end, and of each `[` -> its `]`; computed at the first use. */
  codeSpans: Map<number, CodeSpan> | undefined;
  brackets: Map<number, number> | undefined;
}

/** Position of a code span: its content between the backticks, and its end after them. */
export interface CodeSpan {
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/**
 * All state that changes during one render. Each render passes a new object through the parser's `env`, so that a
 * render leaves nothing for the next, even if it throws.
 */
export class RenderState {
  readonly mentionedUserIds = new Set<number>();
  readonly mentionedGroupIds = new Set<number>();
  readonly linkedStreamIds = new Set<number>();
  wildcardMentioned = false;
  mathExpressions = 0;
  /** Paths of the files that stand in the text themselves, and whether a picture is among them. */
  readonly embeddedPaths = new Set<string>();
  hasEmbeddedPicture = false;
  scan: InlineScan = newScan(false, []);

  private references = 0;
  private usersByName: Map<string, MentionableUser> | undefined;
  private usersById: Map<number, MentionableUser> | undefined;
  private groups: Map<string, NamedReference> | undefined;
  private streams: Map<string, NamedReference> | undefined;
  private files: Map<string, LinkedUpload> | undefined;

  constructor(readonly context: RenderContext) {}

  /** Counts a mention or stream link; false if there are too many. */
  takeReference(): boolean {
    return ++this.references <= MAX_REFERENCES;
  }

  /** Of several users with one name, the active user with the lowest id. */
  userByName(name: string): MentionableUser | undefined {
    if (this.usersByName === undefined) {
      const isActive = (user: MentionableUser): number => (user.isActive === false ? 0 : 1);
      // The preferred user last, because the last entry of a key wins.
      const users = [...(this.context.users ?? [])].sort((a, b) => isActive(a) - isActive(b) || b.id - a.id);
      this.usersByName = new Map(users.map((user) => [user.fullName.toLowerCase(), user]));
    }
    return this.usersByName.get(name.toLowerCase());
  }

  /** The file that may be shown for a link. */
  fileOf(href: string): LinkedUpload | undefined {
    const { files = [], realmUrl, inlineImagePreview } = this.context;
    if (files.length === 0 || inlineImagePreview !== true) return undefined;
    this.files ??= new Map(files.map((file) => [file.pathId, file]));
    return this.files.get(uploadPath(href, realmUrl) ?? '');
  }

  userById(id: number): MentionableUser | undefined {
    this.usersById ??= new Map((this.context.users ?? []).map((user) => [user.id, user]));
    return this.usersById.get(id);
  }

  groupByName(name: string): NamedReference | undefined {
    this.groups ??= new Map((this.context.groups ?? []).map((group) => [group.name.toLowerCase(), group]));
    return this.groups.get(name.toLowerCase());
  }

  streamByName(name: string): NamedReference | undefined {
    this.streams ??= new Map((this.context.streams ?? []).map((stream) => [stream.name, stream]));
    return this.streams.get(name);
  }
}

/** State of the inline rules at the beginning of a text. `links` must be in the order of the text. */
export function newScan(quoted: boolean, links: readonly FoundLink[]): InlineScan {
  return { quoted, links, nextLink: 0, runs: [], codeSpans: undefined, brackets: undefined };
}

/** The state of the current render, for inline rules. */
export const renderStateOf = (state: StateInline): RenderState => state.env['render'] as RenderState;
