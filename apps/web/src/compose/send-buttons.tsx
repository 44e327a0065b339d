import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import styles from './compose.module.css';
import { ScheduleMenu } from './schedule-menu.js';

interface Props {
  readonly isUnready: boolean;
  readonly isEmpty: boolean;
  readonly isScheduled: boolean;
  readonly onSchedule: (time: Date) => void;
}

/** Sends now or later, and says that the text is kept. */
export function SendButtons({ isUnready, isEmpty, isScheduled, onSchedule }: Props) {
  const text = useText();
  return (
    <>
      <span className={styles.saved} role={isEmpty && !isScheduled ? undefined : 'status'}>
        {isScheduled ? text('schedule.done') : isEmpty ? '' : text('compose.saved')}
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
