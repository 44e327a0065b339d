import { describe, expect, it } from '@jest/globals';
import { contentTypeOf } from './content-type.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.7\n');
const TEXT = Buffer.from('hello');
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

describe('the type of a file', () => {
  it.each([
    ['the declared one', 'image/png', 'a.png', PNG, 'image/png'],
    ['the declared one of the same class', 'image/x-icon', 'a.png', PNG, 'image/x-icon'],
    ['without parameters, in lower case', 'Text/Plain; charset=utf-8', 'a.txt', TEXT, 'text/plain'],
    ['by extension if the bytes are of another class', 'text/html', 'a.png', PNG, 'image/png'],
    ['by extension if a picture is declared and there is none', 'image/png', 'a.html', HTML, 'text/html'],
    ['by extension if none is declared', '', 'a.pdf', PDF, 'application/pdf'],
    ['by extension if the declared one is malformed', 'image/png"\r\nx: y', 'a.txt', TEXT, 'text/plain'],
    ['unknown without extension', 'image/png', 'a', TEXT, 'application/octet-stream'],
    ['unknown if the name is empty', 'no type', '', TEXT, 'application/octet-stream'],
    ['the declared one of an empty file', 'text/csv', 'a.csv', Buffer.alloc(0), 'text/csv'],
  ])('is %s', async (_, declared, name, bytes, type) => {
    expect(await contentTypeOf(declared, name, bytes)).toBe(type);
  });
});
