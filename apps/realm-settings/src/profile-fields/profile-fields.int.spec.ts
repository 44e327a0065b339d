import {
  createProfileField,
  deleteProfileField,
  GetProfileFields,
  listProfileFields,
  type NewProfileField,
  ProfileFieldsChanged,
  type ProfileFieldsChangedPayload,
  Role,
  reorderProfileFields,
  updateProfileField,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RealmSettingsForTests } from '../testing/start-realm-settings.js';

let service: RealmSettingsForTests;

beforeAll(async () => {
  service = await RealmSettingsForTests.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const { id } of await fields()) await service.call(deleteProfileField, service.actor(), { fieldId: id });
});

const create = (field: NewProfileField, role: Role = Role.Administrator) =>
  service.call(createProfileField, service.actor(role), field);
const update = (fieldId: number, changes: object) =>
  service.call(updateProfileField, service.actor(), { fieldId, ...changes });
const fields = async () => (await service.ask(GetProfileFields, { realmId: service.realm.realmId })).state;
const CHOICES = { a: { text: 'Vim', order: '1' }, b: { text: 'Emacs', order: '2' } };

describe('a profile field', () => {
  it('of each type is added at the end and published', async () => {
    const given: NewProfileField[] = [
      { fieldType: 1, name: ' Phone ', hint: 'with prefix', displayInProfileSummary: true },
      { fieldType: 2, name: 'About' },
      { fieldType: 3, name: 'Editor', fieldData: CHOICES },
      { fieldType: 4, name: 'Birthday', fieldData: { ignored: true } },
      { fieldType: 5, name: 'Site' },
      { fieldType: 6, name: 'Mentor' },
      { fieldType: 7, fieldData: { subtype: 'github' } },
      { fieldType: 7, name: 'Forge', fieldData: { subtype: 'custom', url_pattern: 'https://f.org/%(username)s' } },
      { fieldType: 8, name: 'Pronouns' },
    ];

    const ids: number[] = [];
    for (const field of given) ids.push((await create(field)).id);

    const stored = await fields();
    expect(stored.map(({ id }) => id)).toEqual(ids);
    expect(stored.map(({ type, name, fieldData }) => [type, name, fieldData])).toEqual([
      [1, 'Phone', ''],
      [2, 'About', ''],
      [3, 'Editor', JSON.stringify(CHOICES)],
      [4, 'Birthday', ''],
      [5, 'Site', ''],
      [6, 'Mentor', ''],
      [7, 'GitHub username', '{"subtype":"github"}'],
      [7, 'Forge', '{"subtype":"custom","url_pattern":"https://f.org/%(username)s"}'],
      [8, 'Pronouns', ''],
    ]);
    const told = (await service.events()).filter(({ type }) => type === ProfileFieldsChanged.type).at(-1);
    expect((told?.payload as ProfileFieldsChangedPayload | undefined)?.fields).toEqual(stored);
  });

  it.each<[NewProfileField, string]>([
    [{ fieldType: 9 as never, name: 'x' }, 'Invalid field type.'],
    [{ fieldType: 1 }, 'Label cannot be blank.'],
    [{ fieldType: 1, name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ fieldType: 1, name: 'x', hint: 'x'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ fieldType: 1, name: 'a\u0000' }, 'Invalid characters in name!'],
    [{ fieldType: 3, name: 'x' }, 'Field must have at least one choice.'],
    [{ fieldType: 3, name: 'x', fieldData: { a: { text: 'A' } } }, 'order key is missing from field_data'],
    [{ fieldType: 3, name: 'x', fieldData: { '': CHOICES.a } }, "'value' cannot be blank."],
    [{ fieldType: 3, name: 'x', fieldData: { a: { text: 1, order: '1' } } }, 'field_data["text"] is not a string'],
    [{ fieldType: 3, name: 'x', fieldData: { a: 'A' } }, 'field_data is not a dict'],
    [
      { fieldType: 3, name: 'x', fieldData: { a: { text: '\ud800', order: '1' } } },
      'Invalid characters in field_data["text"]!',
    ],
    [
      { fieldType: 3, name: 'x', fieldData: { a: { text: 'A', order: '1\udc00' } } },
      'Invalid characters in field_data["order"]!',
    ],
    [
      { fieldType: 3, name: 'x', fieldData: { a: CHOICES.a, c: { text: 'Vim', order: '3' } } },
      'Field must not have duplicate choices.',
    ],
    [{ fieldType: 7, name: 'x', fieldData: { subtype: 'nowhere' } }, 'Invalid external account type'],
    [{ fieldType: 7, name: 'x', fieldData: { subtype: 'custom' } }, 'Custom external account must define URL pattern'],
    [
      { fieldType: 7, name: 'x', fieldData: { subtype: 'custom', url_pattern: 'javascript:%(username)s' } },
      'field_data["url_pattern"] is not a URL',
    ],
    ...['\u0000', '\u0007', '\ud800'].map((odd): [NewProfileField, string] => [
      { fieldType: 7, name: 'x', fieldData: { subtype: 'custom', url_pattern: `https://x.org/${odd}%(username)s` } },
      'field_data["url_pattern"] is not a URL',
    ]),
    [
      { fieldType: 2, name: 'x', displayInProfileSummary: true },
      'Field type not supported for display in profile summary.',
    ],
  ])('is refused: %j', async (field, message) => {
    expect(await service.refusal(create(field))).toBe(message);
    expect(await fields()).toEqual([]);
  });

  it('has a unique name in any letter case and Unicode form, also under simultaneous creation', async () => {
    const outcomes = await Promise.all(
      ['Café', 'CAFE\u0301', 'café'].map((name) => service.refusal(create({ fieldType: 1, name }))),
    );

    expect(outcomes.sort()).toEqual([
      'A field with that label already exists.',
      'A field with that label already exists.',
      'accepted',
    ]);
  });

  it('is one of two at most in the summary, also when three are made at once', async () => {
    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        service.refusal(create({ fieldType: 1, name, displayInProfileSummary: true })),
      ),
    );

    expect(outcomes.filter((outcome) => outcome !== 'accepted')).toEqual([
      'Only 2 custom profile fields can be displayed in the profile summary.',
    ]);
    const [third] = (await fields()).filter((field) => !field.displayInProfileSummary);
    expect(third).toBeUndefined();
  });

  it('is only for administrators', async () => {
    expect(await service.refusal(create({ fieldType: 1, name: 'x' }, Role.Moderator))).toBe(
      'Must be an organization administrator',
    );
  });
});

describe('changing a profile field', () => {
  it('keeps omitted fields, and publishes nothing without a change', async () => {
    const { id } = await create({ fieldType: 3, name: 'Editor', hint: 'which', fieldData: CHOICES });

    await update(id, { name: 'Tool', displayInProfileSummary: true });
    const before = (await service.events()).length;
    await update(id, { name: 'Tool' });

    expect(await fields()).toMatchObject([
      { id, name: 'Tool', hint: 'which', fieldData: JSON.stringify(CHOICES), displayInProfileSummary: true },
    ]);
    expect(await service.events()).toHaveLength(before);
    expect(await service.call(listProfileFields, service.actor(Role.Guest), {})).toMatchObject({
      custom_fields: [{ id, field_data: JSON.stringify(CHOICES), display_in_profile_summary: true }],
    });
  });

  it('refuses a missing field, a taken name, and other content of an account that the realm knows', async () => {
    const { id } = await create({ fieldType: 7, fieldData: { subtype: 'twitter' } });
    const other = await create({ fieldType: 1, name: 'Phone' });

    expect(await service.refusal(update(id, { displayInProfileSummary: true }))).toBe('accepted');
    expect(await service.refusal(update(id, { hint: 'mine' }))).toBe('Default custom field cannot be updated.');
    expect(await service.refusal(update(other.id, { name: 'TWITTER username' }))).toBe(
      'A field with that label already exists.',
    );
    expect(await service.refusal(update(999_999, { name: 'x' }))).toBe('Field id 999999 not found.');
  });
});

describe('the order of profile fields', () => {
  it('is stored if every field is named once', async () => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three']) ids.push((await create({ fieldType: 1, name })).id);
    const [one, two, three] = ids as [number, number, number];
    const reorder = (order: number[]) => service.call(reorderProfileFields, service.actor(), { order });

    await reorder([three, one, two]);

    expect((await fields()).map(({ name, order }) => [name, order])).toEqual([
      ['three', 1],
      ['one', 2],
      ['two', 3],
    ]);
    for (const wrong of [[one, two], [one, two, two], [one, two, 999_999], []]) {
      expect(await service.refusal(reorder(wrong))).toBe('Invalid order mapping.');
    }
  });
});

describe('deleting a profile field', () => {
  it('publishes the previous fields; a repetition is refused', async () => {
    const { id } = await create({ fieldType: 1, name: 'Phone' });
    const remove = () => service.call(deleteProfileField, service.actor(), { fieldId: id });

    await remove();

    const payload = (await service.events()).at(-1)?.payload as ProfileFieldsChangedPayload;
    expect([payload.fields, payload.previous.map((field) => field.id)]).toEqual([[], [id]]);
    expect(await service.refusal(remove())).toBe(`Field id ${id} not found.`);
  });
});

describe('values that the fields do not allow any more', () => {
  const remove = (fieldId: number) => service.call(deleteProfileField, service.actor(), { fieldId });
  beforeEach(() => {
    service.valuesDropped.length = 0;
  });

  it('are dropped before a field is acknowledged to be gone', async () => {
    const { id } = await create({ fieldType: 1, name: 'Phone' });

    await remove(id);

    expect(service.valuesDropped).toEqual([{ fieldIds: [id], asOf: await service.tail() }]);
  });

  it('are dropped before choices are acknowledged to be gone', async () => {
    const { id } = await create({ fieldType: 3, name: 'Editor', fieldData: CHOICES });

    await update(id, { fieldData: { b: CHOICES.b } });

    expect(service.valuesDropped).toEqual([{ fieldIds: [id], asOf: await service.tail() }]);
  });

  it('are none after any other change', async () => {
    const { id } = await create({ fieldType: 3, name: 'Editor', fieldData: CHOICES });
    const other = await create({ fieldType: 1, name: 'Phone' });
    await update(id, { name: 'Tool', hint: 'which', fieldData: CHOICES });
    await service.call(reorderProfileFields, service.actor(), { order: [other.id, id] });

    expect(service.valuesDropped).toEqual([]);
  });

  it('are left to the event where the users service does not answer', async () => {
    const { id } = await create({ fieldType: 1, name: 'Phone' });
    service.isUsersBroken = true;

    await remove(id);
    service.isUsersBroken = false;

    expect(service.valuesDropped).toHaveLength(1);
    expect(await fields()).toEqual([]);
  });
});
