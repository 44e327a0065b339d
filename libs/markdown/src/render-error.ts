/** A text that is refused because of a bound in `limits.ts`; nothing was rendered. */
export class RenderError extends Error {
  override readonly name: string = 'RenderError';
}
