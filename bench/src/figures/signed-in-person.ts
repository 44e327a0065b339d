import { CreateUserAsOperator, Role } from '@chat/contracts';
import { ApiUser } from '../load/api-user.js';
import { PageSignIns } from '../load/page-sign-in.js';
import type { Organization } from '../population/organization.js';
import type { Stage } from '../system/stage.js';

const PASSWORD = 'nine purple elephants dance';

/** A person with a password, and the tokens of as many new sessions. */
export async function signedInPerson(
  stage: Stage,
  { realmId, users }: Organization,
  { email, sessions }: { readonly email: string; readonly sessions: number },
): Promise<{ readonly user: ApiUser; readonly tokens: readonly string[] }> {
  const { port, host } = users[0] as ApiUser;
  const fields = { realmId, email, fullName: 'Visitor', role: Role.Member, password: PASSWORD };
  const { userId, apiKey } = await stage.operator.request(CreateUserAsOperator, fields, {
    ...{ realmId, requestId: 'bench' },
  });
  const user = new ApiUser(port, host, userId, email, apiKey);
  const signIns = new PageSignIns();
  const tokens: string[] = [];
  for (let n = 0; n < sessions; n++) tokens.push(await signIns.begin(user, PASSWORD));
  signIns.close();
  return { user, tokens };
}

/** A GET request with a session. */
export const getBySession = ({ host }: ApiUser, token: string, path: string): Buffer =>
  Buffer.from(
    `GET /json${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: sessionid=${token}\r\nUser-Agent: chat-bench/1.0\r\n\r\n`,
  );
