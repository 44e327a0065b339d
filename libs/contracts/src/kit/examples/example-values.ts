/** A value of a parameter before it is encoded for a form. */
export type ExampleValue =
  | string
  | number
  | boolean
  | null
  | readonly ExampleValue[]
  | { readonly [name: string]: ExampleValue };

/** Ids of objects in examples. All differ, so a test can replace each by the id of an object that exists. */
export const EXAMPLE_IDS = {
  stream: 7,
  user: 12,
  message: 1042,
  draft: 31,
  scheduledMessage: 56,
  userGroup: 23,
  subgroup: 24,
  streamGroup: 45,
  profileField: 61,
  linkifier: 62,
  playground: 63,
  realm: 64,
  bot: 65,
} as const;

const { stream, user, message } = EXAMPLE_IDS;

/** Values of examples by the name of the field on the wire. A field without an entry has a value of its type. */
export const EXAMPLE_VALUES = {
  stream_id: stream,
  stream_ids: [stream],
  user_id: user,
  muted_user_id: user,
  message_id: message,
  draft_id: EXAMPLE_IDS.draft,
  scheduled_message_id: EXAMPLE_IDS.scheduledMessage,
  user_group_id: EXAMPLE_IDS.userGroup,
  group_id: EXAMPLE_IDS.streamGroup,
  field_id: EXAMPLE_IDS.profileField,
  filter_id: EXAMPLE_IDS.linkifier,
  playground_id: EXAMPLE_IDS.playground,
  realm_id: EXAMPLE_IDS.realm,
  bot_id: EXAMPLE_IDS.bot,
  queue_id: '1a2b3c4d:7',
  token: '0123456789abcdef0123456789abcdef',

  to: [user],
  members: [user],
  add: [user],
  messages: [message],
  msg_ids: [message],
  order: [EXAMPLE_IDS.profileField],

  name: 'design',
  stream: 'design',
  stream_names: ['design'],
  topic: 'lunch',
  topic_name: 'lunch',
  content: 'Soup at noon?',
  description: 'Everything about design',
  scheduled_delivery_timestamp: 4_102_444_800,
  narrow: [{ operator: 'stream', operand: 'design' }],
  anchor: 'newest',
  num_before: 20,
  num_after: 0,
  flag: 'starred',
  op: 'add',
  property: 'is_muted',
  emoji_name: 'tada',
  alert_words: ['lunch'],
  storage: { counter: '1' },

  email: 'iris@example.com',
  username: 'iris@example.com',
  full_name: 'Iris Berg',
  password: 'correct horse battery staple',
  new_password: 'nine purple elephants dance',
  status: 'active',
  status_text: 'On vacation',
  group_name: 'Newcomers',
  new_group_name: 'Welcome',

  domain: 'example.com',
  file_name: '0f1e2d3c.png',
  path: 'ab/0f1e2d3c/picture.png',
  highlighter_language: 'Python',
  url_prefix: 'https://play.example.com/?code=',
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://bugs.example.com/{id}',
} as const satisfies Readonly<Record<string, ExampleValue>>;
