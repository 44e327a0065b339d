import { CreateUsers1700000000000 } from './1700000000000-create-users.js';
import { OutgoingMail1700000000001 } from './1700000000001-outgoing-mail.js';
import { BotStorage1700000000002 } from './1700000000002-bot-storage.js';
import { DirectoryNames1700000000003 } from './1700000000003-directory-names.js';
import { Bots1700000000004 } from './1700000000004-bots.js';
import { FoldSharpS1700000000005 } from './1700000000005-fold-sharp-s.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  CreateUsers1700000000000,
  OutgoingMail1700000000001,
  BotStorage1700000000002,
  DirectoryNames1700000000003,
  Bots1700000000004,
  FoldSharpS1700000000005,
];
