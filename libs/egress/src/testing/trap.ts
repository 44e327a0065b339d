import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server on loopback that counts its connections; `answer` is sent to each, and without it nothing is. */
export async function startTrap(answer?: (socket: Socket) => void, host = '127.0.0.1') {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => answer?.(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
