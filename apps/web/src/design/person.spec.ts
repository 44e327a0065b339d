import { describe, expect, it } from '@jest/globals';
import { initials, personHue } from './person.js';

describe('a person without a picture', () => {
  it.each([
    ['Priya Raman', 'PR'],
    ['Ömer', 'Ö'],
    ['Jean Luc de la Tour', 'JT'],
    ['  a  b ', 'AB'],
    ['(Deploy) bot', 'DB'],
    ['🌿 ✨', ''],
    ['', ''],
    ['𝒜da', '𝒜'],
  ])('of name %j has the letters %j', (name, letters) => expect(initials(name)).toBe(letters));

  it('has another color than the neighbors', () => {
    const distance = Math.abs(personHue(11) - personHue(12));
    expect(Math.min(distance, 360 - distance)).toBeGreaterThan(60);
  });
});
