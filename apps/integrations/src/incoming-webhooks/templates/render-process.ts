import { Liquid, LiquidError } from 'liquidjs';

/*
 * A process of its own that renders templates of users, one request at a time. Its parent ends it when a template takes too long, and V8
 * when it needs too much memory. liquidjs has limits, too, but checks them only here and there.
 */

/** The templates of a request by name, and their variables. */
export interface RenderRequest {
  readonly templates: Readonly<Record<string, string>>;
  /** Absent: the templates are only parsed. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The texts by name, or the first error. */
export type RenderReply =
  | { readonly texts: Readonly<Record<string, string>> }
  | { readonly template: string; readonly error: string; readonly line: number; readonly column: number };

/** Tags that read other templates. */
const REFUSED_TAGS = ['include', 'render', 'layout', 'block'];

const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: 100_000,
  renderLimit: 250,
  memoryLimit: 1e7,
});
for (const tag of REFUSED_TAGS) delete engine.tags[tag];
// Without a prototype, "constructor" is no tag and no filter.
Object.setPrototypeOf(engine.tags, null);
Object.setPrototypeOf(engine.filters, null);

function reply({ templates, variables }: RenderRequest): RenderReply {
  const texts: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    try {
      const parsed = engine.parse(template);
      if (variables) texts[name] = engine.renderSync(parsed, variables);
    } catch (error) {
      return { template: name, ...placeOf(error) };
    }
  }
  return { texts };
}

function placeOf(error: unknown) {
  if (!(error instanceof LiquidError)) return { error: 'the template cannot be rendered', line: 1, column: 1 };
  const [line = 1, column = 1] = error.token?.getPosition() ?? [];
  const [message = ''] = error.message.split(/, line:|\n/);
  return { error: message, line, column };
}

process.on('message', (request: RenderRequest) => process.send?.(reply(request)));
// The parent is gone.
process.on('disconnect', () => process.exit());
process.send?.('ready');
