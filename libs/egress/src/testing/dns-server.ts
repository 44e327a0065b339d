import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;
const NAME_OF_THE_QUESTION = 0xc00c;

/** Addresses of a name for one question. */
export type Answers = (name: string, type: 'A' | 'AAAA') => readonly string[];

/** A DNS server on loopback. Its answers have no time to live, so each look-up asks again. */
export async function startDnsServer(answers: Answers) {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, peer) => {
    const { name, end } = readName(query);
    const type = TYPES[query.readUInt16BE(end)];
    questions.push(`${type} ${name}`);
    const addresses = type === undefined ? [] : answers(name, type);
    socket.send(response(query.subarray(0, end + 4), addresses), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, questions, close: () => socket.close() };
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function response(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const fields = Buffer.alloc(HEADER_BYTES);
  fields.writeUInt16BE(NAME_OF_THE_QUESTION, 0);
  fields.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([fields, bytes]);
}
