import { CreateMessaging1700000000000 } from './1700000000000-create-messaging.js';
import { CreateDraftsAndScheduledMessages1700000000100 } from './1700000000100-create-drafts-and-scheduled-messages.js';
import { IndexMessageParts1700000000200 } from './1700000000200-index-message-parts.js';
import { DateDrafts1700000000300 } from './1700000000300-date-drafts.js';
import { IndexNarrows1700000000400 } from './1700000000400-index-narrows.js';
import { OrderDrafts1700000000410 } from './1700000000410-order-drafts.js';
import { VersionSubscribers1700000000500 } from './1700000000500-version-subscribers.js';
import { VersionMessages1700000000600 } from './1700000000600-version-messages.js';
import { IndexVersions1700000000610 } from './1700000000610-index-versions.js';
import { ReplacePageIndexes1700000000620 } from './1700000000620-replace-page-indexes.js';
import { BoundPendingWords1700000000630 } from './1700000000630-bound-pending-words.js';
import { MarkShownIntervals1700000000640 } from './1700000000640-mark-shown-intervals.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  CreateMessaging1700000000000,
  CreateDraftsAndScheduledMessages1700000000100,
  IndexMessageParts1700000000200,
  DateDrafts1700000000300,
  IndexNarrows1700000000400,
  OrderDrafts1700000000410,
  VersionSubscribers1700000000500,
  VersionMessages1700000000600,
  IndexVersions1700000000610,
  ReplacePageIndexes1700000000620,
  BoundPendingWords1700000000630,
  MarkShownIntervals1700000000640,
];
