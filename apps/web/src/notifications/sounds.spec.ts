import { SETTING_CHOICES } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { SOUND_NAMES } from './sounds.js';

describe('sounds', () => {
  it('exist for each name of the server', () => {
    expect([...SOUND_NAMES].sort()).toEqual([...SETTING_CHOICES.availableNotificationSounds].sort());
  });
});
