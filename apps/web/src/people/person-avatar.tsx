import { Avatar } from '../design/avatar.js';
import { usePerson, usePresence } from './use-person.js';

interface Props {
  readonly userId: number;
  readonly size?: number | undefined;
  readonly showsPresence?: boolean | undefined;
}

/** The picture of an account, with its presence. */
export function PersonAvatar({ userId, size, showsPresence = false }: Props) {
  const person = usePerson(userId);
  const { presence } = usePresence(userId);
  return (
    <Avatar
      userId={userId}
      name={person?.full_name ?? ''}
      picture={person?.avatar_url}
      isBot={person?.is_bot}
      presence={showsPresence ? presence : undefined}
      size={size}
    />
  );
}
