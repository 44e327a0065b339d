--[[ Begins a new epoch if the data may lack their newest part: they belong to another history than at the last check, are gone, or are
  older than the caller knows. A new epoch replaces the fencing tokens of all shards and lets each session live for its whole lifetime, by
  the clock of this server.
  KEYS[1] epoch (hash: e number, l history of the server, r run of the server, b checks since the begin)   KEYS[2] sessions
  KEYS[3..6] tails of the log   KEYS[7..] leases of all shards
  ARGV[1] epoch that the caller knows, 0 for none   ARGV[2] checks that it knows of
  ARGV[3] lifetime of a session, ms   ARGV[4] channel of the replicas   ARGV[5] channel of the gateways
  then for each shard of the caller: number, version that it knows
  Returns {epoch, history, checks, tails, reason}; the reason is "" if no epoch began, else "first", "wiped", "server" or "rewound" ]]
-- An epoch is a time in tenths of a millisecond, below 10^14: Lua writes numbers from there on without their last digits.
local UNITS_PER_MS = 10
-- More than the events of one queue in an epoch that began while the clock was ahead by a minute.
local MIN_STEP = 60 * 1000 * UNITS_PER_MS
local FIRST_LEASE = 7

local known, known_checks = tonumber(ARGV[1]), tonumber(ARGV[2])
local stored = redis.call('HMGET', KEYS[1], 'e', 'l', 'b', 'r')
local epoch, checks = tonumber(stored[1] or 0), tonumber(stored[3] or 0)
local history, run = server_history(), string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')

local function has_older_shard()
  for at = 6, #ARGV, 2 do
    local version = redis.call('HGET', KEYS[FIRST_LEASE + ARGV[at]], 'v')
    if not version or tonumber(version) < tonumber(ARGV[at + 1]) then return true end
  end
  return false
end

-- A primary also draws a new name for its first replica, and when it gives up the memory for replicas. Then it has no former name.
local function is_renamed()
  local former = string.match(redis.call('INFO', 'replication'), 'master_replid2:(%x+)')
  return run and stored[4] == run and former and string.match(former, '^0+$')
end

local function note_history()
  redis.call('HSET', KEYS[1], 'l', history, 'r', run or '')
  for at = FIRST_LEASE, #KEYS do redis.call('HSET', KEYS[at], 'l', history) end
end

local function reason_for_new_epoch()
  if not stored[1] then return known == 0 and 'first' or 'wiped' end
  if stored[2] ~= history and not is_renamed() then return 'server' end
  if epoch < known then return 'rewound' end
  -- A caller that knows an older epoch compares nothing else: it has to load everything again in any case.
  if epoch == known and (checks < known_checks or has_older_shard()) then return 'rewound' end
  return ''
end

local reason = reason_for_new_epoch()
if stored[2] ~= history or not stored[4] then note_history() end
if reason ~= '' then
  local time = redis.call('TIME')
  local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
  epoch = math.max(now_ms * UNITS_PER_MS, math.max(epoch, known) + MIN_STEP)
  checks = 0
  local name = string.format('%.0f', epoch)
  redis.call('HSET', KEYS[1], 'e', name, 'b', 0)
  for at = FIRST_LEASE, #KEYS do
    redis.call('HSET', KEYS[at], 'e', name)
    -- Not at the first start after an upgrade: nothing is lost, and the holders go on.
    if reason ~= 'first' then redis.call('HSET', KEYS[at], 't', name, 's', '', 'i', '') end
  end
  for _, session in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    redis.call('ZADD', KEYS[2], now_ms + ARGV[3], session)
  end
  if reason ~= 'first' then
    redis.call('PUBLISH', ARGV[4], '')
    redis.call('PUBLISH', ARGV[5], '')
  end
end
checks = redis.call('HINCRBY', KEYS[1], 'b', 1)
return {string.format('%.0f', epoch), history, checks, redis.call('MGET', KEYS[3], KEYS[4], KEYS[5], KEYS[6]), reason}
