--[[ Writes one step of a shard's holder: opens and drops queues, appends a batch of events to queues, saves the changed state of users,
  and advances the cursors of the shard.
  KEYS[1] lease of the shard (hash)
  ARGV[1] prefix of the shard's keys   ARGV[2] fencing token   ARGV[3] version
  ARGV[4] events per queue, at most   ARGV[5] bytes per queue, at most; a queue of a webhook may have WEBHOOK_FACTOR times as many
  ARGV[6] channel of the shard, or "" to return the notice instead of publishing it
  then lists, each after its length:
    cursors   partition, log id
    states    field, JSON ("" removes the field)
    opened    queue id, user id, realm id, JSON
    dropped   queue id
    bodies    text
    events    lines, each with the index of a body (from 0), a blank and the members that no other list has; 1 if webhooks read the
              queues; then a list of the queue ids that get these events
  Publishes the ids of queues with news and, if they are small, the events of queues without a webhook (EventShardNotice).
  Returns {1, ids of queues that do not exist, ids of queues dropped at a limit}, without a channel also {..., notice or "", history of the
  server}; or {-1} lease lost, {-2} another version is stored
  (Redis lost data, or executed this call before), or this server has not been checked since it took over (see check-epoch.lua). A negative
  result means that nothing was written. ]]
-- Above this, the channel carries only the ids; gateways fetch the events that they have clients for.
local MAX_PUBLISHED_BYTES = 256 * 1024
-- The reader of webhooks leaves the events of a flood in their queues for some seconds.
local WEBHOOK_FACTOR = 5

local lease = redis.call('HMGET', KEYS[1], 't', 'v', 'e', 'l')
if lease[1] ~= ARGV[2] then return {-1} end
if lease[2] ~= ARGV[3] or lease[4] ~= server_history() then return {-2} end
local epoch = lease[3]
local max_events, max_bytes = tonumber(ARGV[4]), tonumber(ARGV[5])
local at = 7
local function length()
  at = at + 1
  return tonumber(ARGV[at - 1])
end

redis.call('HINCRBY', KEYS[1], 'v', 1)
for _ = 1, length() do
  redis.call('HSET', KEYS[1], 'c' .. ARGV[at], ARGV[at + 1])
  at = at + 2
end
for _ = 1, length() do
  if ARGV[at + 1] == '' then
    redis.call('HDEL', prefix .. 'facts', ARGV[at])
  else
    redis.call('HSET', prefix .. 'facts', ARGV[at], ARGV[at + 1])
  end
  at = at + 2
end
local opened = length()
if opened > 0 then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _ = 1, opened do
    local id = ARGV[at]
    redis.call('HSET', prefix .. 'q:' .. id, 'u', ARGV[at + 1], 'r', ARGV[at + 2], 'n', 0, 'a', -1, 'l', 0, 'b', 0,
      'e', epoch)
    redis.call('HSET', prefix .. 'meta', id, ARGV[at + 3])
    redis.call('ZADD', prefix .. 'activity', now, id)
    at = at + 4
  end
end

local refs, news, gone, full = {}, {}, {}, {}
local pushed, pushed_lines, pushed_bytes = {}, {}, 0
for _ = 1, length() do
  drop_queue(ARGV[at])
  news[#news + 1] = ARGV[at]
  at = at + 1
end

local bodies = length()
local first_body = at
at = at + bodies
for body = first_body, at - 1 do pushed_bytes = pushed_bytes + #ARGV[body] end
local base = 0
if bodies > 0 then base = redis.call('HINCRBY', KEYS[1], 'b', bodies) - bodies end

-- The events of a list, as all of its queues get them.
local function read_list(text)
  local list = { bodies = {}, lines = {}, endings = {}, count = 0, bytes = 0, own_bytes = 0 }
  for line, body, own in string.gmatch(text, '((%d+) ([^\n]*))\n') do
    local entry, size = list.count + 1, #ARGV[first_body + body] + #own
    list.count = entry
    list.bodies[entry], list.lines[entry] = body, line
    list.endings[entry] = ' ' .. (base + body) .. ' ' .. size .. ' ' .. own
    list.bytes, list.own_bytes = list.bytes + size, list.own_bytes + #own
  end
  return list
end

-- Returns whether the queue has the events.
local function append(id, list, is_fetched)
  local queue, count = prefix .. 'q:' .. id, list.count
  local state = redis.call('HMGET', queue, 'n', 'l', 'b', 'e')
  if not state[1] then
    gone[#gone + 1] = id
    return false
  end
  local next_id, entries, bytes = tonumber(state[1]), tonumber(state[2]) + count, tonumber(state[3]) + list.bytes
  local factor = is_fetched and WEBHOOK_FACTOR or 1
  if entries > factor * max_events or bytes > factor * max_bytes then
    drop_queue(id)
    full[#full + 1] = id
    news[#news + 1] = id
    return false
  end
  if state[4] ~= epoch then
    next_id = enter_epoch(queue, next_id, epoch)
    state[1] = string.format('%.0f', next_id)
  end
  if is_fetched then
    news[#news + 1] = id
  else
    pushed[#pushed + 1] = id
    pushed_lines[#pushed_lines + 1] = state[1] .. ' ' .. count
    for _, line in ipairs(list.lines) do pushed_lines[#pushed_lines + 1] = line end
    pushed_bytes = pushed_bytes + list.own_bytes
  end
  local entry_lines = {}
  for entry, ending in ipairs(list.endings) do
    entry_lines[entry] = next_id .. ending
    next_id = next_id + 1
  end
  for from = 1, count, 1000 do
    redis.call('RPUSH', prefix .. 'e:' .. id, unpack(entry_lines, from, math.min(from + 999, count)))
  end
  redis.call('HSET', queue, 'n', next_id, 'l', entries, 'b', bytes)
  return true
end

for _ = 1, length() do
  local list, is_fetched, appended = read_list(ARGV[at]), ARGV[at + 1] == '1', 0
  at = at + 2
  for _ = 1, length() do
    if append(ARGV[at], list, is_fetched) then appended = appended + 1 end
    at = at + 1
  end
  if appended > 0 then
    for _, body in ipairs(list.bodies) do refs[body] = (refs[body] or 0) + appended end
  end
end
for body, count in pairs(refs) do
  redis.call('HSET', prefix .. 'bodies', base + body, ARGV[first_body + body])
  redis.call('HSET', prefix .. 'refs', base + body, count)
end
local ids = {}
for _, id in ipairs(pushed) do ids[#ids + 1] = id end
for _, id in ipairs(news) do ids[#ids + 1] = id end
local notice = table.concat(ids, ',')
if #pushed > 0 and pushed_bytes <= MAX_PUBLISHED_BYTES then
  local lines = { notice .. ',=', #pushed .. ' ' .. bodies }
  for body = first_body, first_body + bodies - 1 do lines[#lines + 1] = ARGV[body] end
  for _, line in ipairs(pushed_lines) do lines[#lines + 1] = line end
  notice = table.concat(lines, '\n')
end
if ARGV[6] == '' then return {1, gone, full, notice, lease[4]} end
if notice ~= '' then redis.call('PUBLISH', ARGV[6], notice) end
return {1, gone, full}
