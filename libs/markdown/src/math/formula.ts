/** A formula of a block of math, in which blank lines part several. */
export interface Formula {
  readonly source: string;
  /** Null when it is none: its source is shown instead. */
  readonly html: string | null;
}
