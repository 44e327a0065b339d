import type { StateInline } from 'markdown-it';
import { MAX_REFERENCES } from './limits.js';
import type { FoundLink } from './links/found-links.js';
import type { MentionableUser, NamedReference, RenderContext } from './render-context.js';

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

/** What is known about the inline text being parsed. Made anew for each. */
export interface InlineScan {
  /** Inside a quote nobody is mentioned aloud. */
  readonly quoted: boolean;
  readonly links: readonly FoundLink[];
  nextLink: number;
  /** Emphasis markers found so far, and the ends of lines between them. */
  readonly runs: (EmphasisRun | LineEnd)[];
  /** Start of each code span -> its end, and of each `[` -> its `]`; computed when first needed. */
  codeSpans: Map<number, CodeSpan> | undefined;
  brackets: Map<number, number> | undefined;
}

/** Position of a code span: what is between the backticks, and where the text goes on. */
export interface CodeSpan {
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

/**
 * Everything that changes during one render. A new one is made for each and passed through the parser's `env`, so
 * that nothing of a render, even of one that throws, is left for the next.
 */
export class RenderState {
  readonly mentionedUserIds = new Set<number>();
  readonly mentionedGroupIds = new Set<number>();
  readonly linkedStreamIds = new Set<number>();
  wildcardMentioned = false;
  mathExpressions = 0;
  scan: InlineScan = newScan(false, []);

  private references = 0;
  private usersByName: Map<string, MentionableUser> | undefined;
  private usersById: Map<number, MentionableUser> | undefined;
  private groups: Map<string, NamedReference> | undefined;
  private streams: Map<string, NamedReference> | undefined;

  constructor(readonly context: RenderContext) {}

  /** Counts a mention or stream link; false once there are too many. */
  takeReference(): boolean {
    return ++this.references <= MAX_REFERENCES;
  }

  /** Of several users with one name, the active one with the lowest id. */
  userByName(name: string): MentionableUser | undefined {
    if (this.usersByName === undefined) {
      this.usersByName = new Map();
      const users = [...(this.context.users ?? [])].sort(
        (a, b) => Number(a.isActive === false) - Number(b.isActive === false) || a.id - b.id,
      );
      for (const user of users) {
        const key = user.fullName.toLowerCase();
        if (!this.usersByName.has(key)) {
          this.usersByName.set(key, user);
        }
      }
    }
    return this.usersByName.get(name.toLowerCase());
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

export function newScan(quoted: boolean, links: readonly FoundLink[]): InlineScan {
  return { quoted, links, nextLink: 0, runs: [], codeSpans: undefined, brackets: undefined };
}

/** The state of the render that an inline rule works for. */
export function renderStateOf(state: StateInline): RenderState {
  return state.env['render'] as RenderState;
}
