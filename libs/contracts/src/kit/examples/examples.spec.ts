import { describe, expect, it } from '@jest/globals';
import {
  allEndpoints,
  EXAMPLE_IDS,
  EXAMPLE_VALUES,
  exampleParameters,
  exampleProgram,
  fieldsOf,
  getFile,
  getMessages,
  unlistedEndpoint,
  uploadAvatar,
  uploadRealmLogo,
} from '../../index.js';
import { Bool, ListOf, OneOf, Text } from '../fields.js';
import { text } from '../types/index.js';
import { formText } from './example-request.js';

class SampleParameters {
  @OneOf(['soft', 'hard']) kind!: 'soft' | 'hard';
  @Bool() isLoud!: boolean;
  @Text() favouriteColor!: string;
  @ListOf(text()) content!: readonly string[];
  @Text({ optional: true }) note?: string;
}
class SampleChange {
  @Text({ optional: true }) note?: string;
  @Text({ optional: true }) remark?: string;
}

const declared = allEndpoints();
const create = unlistedEndpoint('PUT /samples', {
  pattern: 'sample.examples.create',
  summary: 'Create a sample',
  parameters: SampleParameters,
  example: { content: ["it's"] },
});
const change = unlistedEndpoint('PATCH /samples', {
  pattern: 'sample.examples.change',
  summary: 'Change a sample',
  parameters: SampleChange,
});

describe('the parameters of an example', () => {
  it('are the required ones, with values by name or type, and those that the endpoint declares', () => {
    expect(exampleParameters(create)).toEqual({
      kind: 'soft',
      is_loud: true,
      favourite_color: 'favourite color',
      content: ["it's"],
    });
  });

  it('have the first optional parameter of a change without others', () => {
    expect(exampleParameters(change)).toEqual({ note: 'note' });
  });

  it('of a misspelt name do not compile', () => {
    unlistedEndpoint('PATCH /samples/misspelt', {
      pattern: 'sample.examples.misspelt',
      summary: 'Change a sample',
      parameters: SampleChange,
      // @ts-expect-error: the class has no such field.
      example: { nota: 'x' },
    });
  });

  it('are valid, for every endpoint of the contracts', () => {
    const invalid = declared.flatMap((each) => {
      const values = exampleParameters(each);
      return fieldsOf(each.parameters)
        .filter(({ wireName }) => wireName in values)
        .flatMap(({ wireName, type }) => {
          const value = values[wireName] ?? '';
          const sent = type.encoding === 'json' ? JSON.stringify(value) : formText(value);
          try {
            type.read(sent, wireName);
            return [];
          } catch (error) {
            return [`${each.pattern}: ${(error as Error).message}`];
          }
        });
    });

    expect(invalid).toEqual([]);
  });

  it('use every value and every id of the tables', () => {
    const text = JSON.stringify(declared.map(exampleParameters));
    const unusedNames = Object.keys(EXAMPLE_VALUES).filter((name) => !text.includes(`"${name}":`));
    const unusedIds = Object.values(EXAMPLE_IDS).filter((id) => !new RegExp(`\\b${id}\\b`).test(text));

    expect([unusedNames, unusedIds]).toEqual([[], []]);
    expect(new Set(Object.values(EXAMPLE_IDS)).size).toBe(Object.keys(EXAMPLE_IDS).length);
  });
});

describe('the program of an example', () => {
  it('sends a form', () => {
    expect(exampleProgram('curl', create)).toBe(String.raw`curl -X PUT "$SERVER/api/v1/samples" -u "$EMAIL:$API_KEY" \
  --data-urlencode kind=soft \
  --data-urlencode is_loud=true \
  --data-urlencode 'favourite_color=favourite color' \
  --data-urlencode 'content=["it'\''s"]'`);
    expect(exampleProgram('JavaScript', create)).toBe(`const { SERVER, EMAIL, API_KEY } = process.env;
const form = new URLSearchParams({
  kind: 'soft',
  is_loud: 'true',
  favourite_color: 'favourite color',
  content: JSON.stringify(['it\\'s']),
});
const response = await fetch(\`\${SERVER}/api/v1/samples\`, {
  method: 'PUT',
  headers: { Authorization: \`Basic \${btoa(\`\${EMAIL}:\${API_KEY}\`)}\` },
  body: form,
});
console.log(await response.json());`);
    expect(exampleProgram('Python', create)).toBe(`import base64
import json
import os
import urllib.parse
import urllib.request

server = os.environ["SERVER"]
credentials = os.environ["EMAIL"] + ":" + os.environ["API_KEY"]
authorization = "Basic " + base64.b64encode(credentials.encode()).decode()
form = urllib.parse.urlencode({
    "kind": "soft",
    "is_loud": "true",
    "favourite_color": "favourite color",
    "content": json.dumps(["it's"]),
})
request = urllib.request.Request(
    f"{server}/api/v1/samples",
    method="PUT",
    headers={"Authorization": authorization},
    data=form.encode(),
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`);
  });

  it('sends the parameters of a GET request in the query', () => {
    expect(exampleProgram('curl', getMessages)).toMatch(/^curl -G "\$SERVER\/api\/v1\/messages" .*\n.*anchor=newest/);
    expect(exampleProgram('JavaScript', getMessages)).toContain('fetch(`${SERVER}/api/v1/messages?${query}`, {');
    expect(exampleProgram('Python', getMessages)).toContain('f"{server}/api/v1/messages?{query}",');
  });

  it('uploads a file', () => {
    expect(exampleProgram('curl', uploadAvatar)).toContain('-F file=@avatar.png');
    expect(exampleProgram('JavaScript', uploadAvatar)).toContain("new Blob([await readFile('avatar.png')])");
    expect(exampleProgram('Python', uploadAvatar)).toContain('with open("avatar.png", "rb") as file:');
  });

  it('uploads a file together with fields', () => {
    expect(exampleProgram('curl', uploadRealmLogo)).toContain('-F file=@logo.png \\\n  --form-string night=true');
    expect(exampleProgram('JavaScript', uploadRealmLogo)).toContain("form.append('night', 'true');");
    expect(exampleProgram('Python', uploadRealmLogo)).toContain(
      String.raw`name="night"\r\n\r\n' + "true".encode() + b"\r\n"`,
    );
  });

  it('keeps the slashes of a path of several segments', () => {
    const program = exampleProgram('curl', getFile, { realm_id: 2, path: 'a/b/red & blue.png' });

    expect(program).toContain('"$SERVER/user_uploads/2/a/b/red%20%26%20blue.png"');
  });
});
