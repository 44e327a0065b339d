const HEAD = /^\{"sequence":(\d+),"state":(?=\{)/;

/** A service's stamped state, its fields left as text. */
export interface StateText {
  readonly sequence: number;
  /** The members of a JSON object, without its braces. */
  readonly members: string;
}

/** Reads `{"sequence":…,"state":{…}}` without parsing the state, which may be megabytes. */
export function readStateText(text: string): StateText {
  const head = HEAD.exec(text);
  if (head && text.endsWith('}}')) {
    return { sequence: Number(head[1]), members: text.slice(head[0].length + 1, -2) };
  }
  const { sequence, state } = JSON.parse(text) as { sequence: number; state: object };
  return { sequence, members: JSON.stringify(state).slice(1, -1) };
}
