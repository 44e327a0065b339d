import { argumentsOf, nodesOf, propertiesOf, textOf } from './source-nodes.js';

interface DeclaredError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly string[];
}

function declaredErrors(root: string): DeclaredError[] {
  const errors = new Map<string, DeclaredError>();
  for (const { node } of nodesOf(root, 'NewExpression', /\bApiError\b/)) {
    const [code, message, status, fields] = argumentsOf(node);
    const name = textOf(code);
    if (node.callee?.value !== 'ApiError' || name === undefined) continue;
    const error = {
      code: name,
      status: Number(status?.value ?? 400),
      message: textOf(message) ?? 'depends on the request',
      fields: [...propertiesOf(fields).keys()],
    };
    errors.set(`${error.code} ${error.status} ${error.message}`, error);
  }
  return [...errors].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, error]) => error);
}

/** The page docs/reference/errors.md. */
export function errorsPage(root: string): string {
  const rows = declaredErrors(root).map(
    ({ code, status, message, fields }) =>
      `| \`${code}\` | ${status} | ${message.replaceAll('|', '\\|')} | ${fields.map((field) => `\`${field}\``).join(', ')} |\n`,
  );
  return `# Errors

This page is for authors of clients; it is generated from the sources. Every error is a JSON object with \`result: "error"\`, \`msg\` (a
sentence for people) and in most cases \`code\` (for programs). \`BAD_REQUEST\` is the code of errors without a code of their own; its
message names the parameter.

\`\`\`json
{"result":"error","msg":"Missing 'content' argument","code":"REQUEST_VARIABLE_MISSING","var_name":"content"}
\`\`\`

- Status 429 and 503 have the header \`Retry-After\` and the field \`retry-after\`, both in seconds.
- A 503 for any request except GET has the field \`outcome\`. \`not_started\`: nothing was done and nothing will be, so the request can
  be repeated. \`unknown\`: it may have been done, or may still be done.
- Status 401 with the code \`UNAUTHORIZED\` has the header \`WWW-Authenticate\`.
- \`…\` stands for a part of the message that depends on the request.

| code | status | message | further fields |
|---|---|---|---|
${rows.join('')}`;
}
