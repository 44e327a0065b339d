import { useConnection } from '../client/index.js';
import { Button } from '../design/button.js';
import { useText } from '../languages/index.js';
import { EmptyPage } from './empty-page.js';

interface Props {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** In the place of contents that have not come: nothing while they load, else why they cannot. */
export function NotLoaded({ hasFailed, onRetry }: Props) {
  const text = useText();
  const { state } = useConnection();
  if (state === 'lost') {
    return <EmptyPage icon="globe" title={text('problem.offline')} hint={text('problem.offline_hint')} />;
  }
  if (!hasFailed) return null;
  return (
    <div role="alert">
      <EmptyPage icon="close" title={text('problem.failed')}>
        <Button onClick={onRetry}>{text('problem.retry')}</Button>
      </EmptyPage>
    </div>
  );
}
