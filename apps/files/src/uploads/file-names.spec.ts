import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nameForPeople, nameInPath } from './file-names.js';

describe('the name of a file in its path', () => {
  it.each([
    ['test.txt', 'test.txt'],
    ['.hidden', '.hidden'],
    ['tarball.tar.gz', 'tarball.tar.gz'],
    ['Testing{}*&*#().ta&&%$##&&r.gz', 'Testing.tar.gz'],
    ['*testingfile?*.txt', 'testingfile.txt'],
    ['snowman☃.txt', 'snowman.txt'],
    ['테스트.txt', '테스트.txt'],
    ['~/."\\`\\?*"u0`000ssh/test.t**{}ar.gz', '.u0000sshtest.tar.gz'],
    ['Здравейте.txt', 'Здравейте.txt'],
    ['a  b - c.txt', 'a-b-c.txt'],
    ['%D1%84%20x.txt', 'ф-x.txt'],
    ['ﬁle.txt', 'file.txt'],
    ['../../etc/passwd', '....etcpasswd'],
    ['..%2f..%2f', '....'],
    ['..', 'uploaded-file'],
    ['/./', 'uploaded-file'],
    ['\u202e', 'uploaded-file'],
    ['', 'uploaded-file'],
    ['100%.txt', '100.txt'],
  ])('of %j is %j', (uploaded, name) => {
    expect(nameInPath(uploaded)).toBe(name);
  });
});

describe('the name of a file for people', () => {
  it.each([
    ['some 例 thing! ... like this?', 'some 例 thing! ... like this?'],
    ['cafe\u0301.png', 'café.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\0b\r\nc.txt', 'abc.txt'],
    ['a/b\\c.txt', 'abc.txt'],
    ['family 👨‍👩‍👧.jpg', 'family 👨‍👩‍👧.jpg'],
    ['..', 'uploaded-file'],
    [' \t ', 'uploaded-file'],
    ['\ud800.txt', '.txt'],
  ])('of %j is %j', (uploaded, name) => {
    expect(nameForPeople(uploaded)).toBe(name);
  });
});

it('names have at most 255 bytes, whole characters and their extension', () => {
  for (const nameOf of [nameInPath, nameForPeople]) {
    const name = nameOf(`${'ф'.repeat(300)}.tar`);
    expect(Buffer.byteLength(name)).toBe(254);
    expect(name).toMatch(/^ф+\.tar$/);
    expect(Buffer.byteLength(nameOf(`x.${'e'.repeat(400)}`))).toBe(255);
  }
});

it('no upload has a name that leads elsewhere, hides itself or is too long', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '/', '%2e', '\0', '-', 'a') })),
      (uploaded) => {
        for (const name of [nameInPath(uploaded), nameForPeople(uploaded)]) {
          expect(['', '.', '..']).not.toContain(name);
          expect(name).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        }
      },
    ),
  );
});
