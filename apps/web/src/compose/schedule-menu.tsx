import { useState } from 'react';
import { IconButton } from '../design/icon-button.js';
import { useText } from '../languages/index.js';
import { MenuButton } from '../menu/index.js';
import styles from './compose.module.css';
import { inAnHour, tomorrow } from './schedule-times.js';
import { TimeDialog } from './time-dialog.js';

interface Props {
  readonly isDisabled: boolean;
  readonly onSchedule: (time: Date) => void;
}

/** Sends the text later. */
export function ScheduleMenu({ isDisabled, onSchedule }: Props) {
  const text = useText();
  const [isChoosing, setIsChoosing] = useState(false);
  const items = () => [
    { id: 'hour', label: text('schedule.hour'), onAction: () => onSchedule(inAnHour(new Date())) },
    { id: 'tomorrow', label: text('schedule.tomorrow'), onAction: () => onSchedule(tomorrow(new Date())) },
    { id: 'choose', label: text('schedule.choose'), onAction: () => setIsChoosing(true) },
  ];
  return (
    <>
      <MenuButton label={text('schedule.menu')} items={items} placement="top end">
        {(button) => (
          <IconButton
            {...button}
            className={styles.later}
            icon="down"
            iconSize={15}
            label={text('schedule.menu')}
            tip="above"
            disabled={isDisabled}
          />
        )}
      </MenuButton>
      {isChoosing && (
        <TimeDialog
          onChoose={(time) => {
            setIsChoosing(false);
            onSchedule(time);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
