import { useState } from 'react';
import { Button } from '../design/button.js';
import { IconButton } from '../design/icon-button.js';
import notice from '../design/notice.module.css';
import { useText } from '../languages/index.js';

/** In place of a part without its code. A reload loses no text. */
export function UnloadedPart() {
  const text = useText();
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={notice.notice}>
      <p role="alert">{text('part.failed')}</p>
      <Button onClick={() => location.reload()}>{text('release.reload')}</Button>
      <IconButton icon="close" label={text('dialog.close')} tip="none" onClick={() => setIsClosed(true)} />
    </div>
  );
}
