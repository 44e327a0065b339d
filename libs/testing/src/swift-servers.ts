/**
 * A program in Python that starts Swift's servers and memcached, and ends them when its standard input ends. Arguments:
 * the folder of the configuration, the ports of the storage servers, and the command of memcached.
 */
export const SWIFT_SERVERS = `
import os, signal, subprocess, sys
import swift.common.utils
folder, ports, *memcached = sys.argv[1:]
swift.common.utils.SWIFT_CONF_FILE = folder + '/swift.conf'
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi
os.setxattr(folder + '/devices/d1', 'user.test', b'Swift needs them')
storage = ('account', 'container', 'object')
for name, port in zip(storage, ports.split(',')):
    ring = RingBuilder(2, 1, 1)
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1.0, 'meta': '', **place})
    ring.rebalance()
    ring.get_ring().save(folder + '/' + name + '.ring.gz')
started = [subprocess.Popen(memcached, stdin=subprocess.DEVNULL).pid]
for name in storage + ('proxy',):
    started.append(os.fork())
    if started[-1] == 0:
        os.close(0)
        sys.exit(run_wsgi(folder + '/' + name + '.conf', name + '-server'))
sys.stdin.read()
# Swift leaves the process group.
for pid in started:
    os.kill(pid, signal.SIGKILL)
`;
