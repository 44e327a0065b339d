import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import styles from './compose.module.css';
import { ScheduleMenu } from './schedule-menu.js';

interface Props {
  readonly isUnready: boolean;
  readonly isEmpty: boolean;
  readonly isScheduled: boolean;
  /** Enter alone sends, by the reader's setting. */
  readonly entersSend: boolean;
  readonly onSchedule: (time: Date) => void;
}

/** Sends now or later, and says that the text is kept. */
export function SendButtons({ isUnready, isEmpty, isScheduled, entersSend, onSchedule }: Props) {
  const text = useText();
  const kept = text(isEmpty ? (entersSend ? 'compose.enter_sends' : 'compose.ctrl_sends') : 'compose.saved');
  return (
    <>
      <span className={styles.saved} role={isEmpty && !isScheduled ? undefined : 'status'}>
        {isScheduled ? text('schedule.done') : kept}
      </span>
      <span className={styles.send}>
        <Button kind="main" type="submit" disabled={isUnready}>
          {text('compose.send')}
        </Button>
        <ScheduleMenu isDisabled={isUnready} onSchedule={onSchedule} />
      </span>
    </>
  );
}
