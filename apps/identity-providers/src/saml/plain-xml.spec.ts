import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { faultOfXml } from './plain-xml.js';

describe('XML of elements, attributes and text', () => {
  it.each([
    '<a/>',
    '<a></a>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<p:a xmlns:p="urn:p" b=\'"\' ><c d = "1"/>text &amp; &#x41;</p:a >\n',
    '\uFEFF<a>ü 😀</a>',
  ])('is accepted: %j', (xml) => {
    expect(faultOfXml(xml)).toBeUndefined();
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a DOCTYPE', '<a><!docType b></a>'],
    ['a comment', '<a><!-- --></a>'],
    ['a CDATA section', '<a><![CDATA[b]]></a>'],
    ['a processing instruction', '<a><?b?></a>'],
    ['a processing instruction', ' <?xml version="1.0"?><a/>'],
    ['a malformed tag', '<a b/>'],
    ['a malformed tag', '<a b="<"/>'],
    ['a malformed tag', '<a b="1"c="2"/>'],
    ['a malformed tag', '<é/>'],
    ['a malformed tag', '<a'],
    ['an unknown entity', '<a>&b;</a>'],
    ['an unknown entity', '<a>&</a>'],
    ['an end tag without its start tag', '<a></b>'],
    ['an unfinished document', '<a>'],
    ['an unfinished document', ''],
    ['text outside the document', '<a/>b'],
    ['more than one document', '<a/><a/>'],
    ['a character that XML does not allow', '<a>\u0000</a>'],
    ['a character that XML does not allow', '<a>\uD800</a>'],
  ])('is refused with %s: %j', (fault, xml) => {
    expect(faultOfXml(xml)).toBe(fault);
  });

  const token = fc.constantFrom(
    '<',
    '>',
    '/',
    '&',
    ';',
    '"',
    "'",
    '=',
    ' ',
    '!',
    '?',
    '-',
    '[',
    ']',
    'a',
    ':',
    '<a',
    '</a>',
    '\n',
    '\u0000',
    '\uD800',
  );

  it('is read to an end for any text, in a time that grows with the length only', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), fc.nat(20_000), (tokens, times) => {
        const startMs = performance.now();

        faultOfXml(tokens.join('').repeat(times).slice(0, 262_144));

        return performance.now() - startMs < 5_000;
      }),
      { numRuns: 200 },
    );
  });
});
