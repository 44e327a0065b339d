--[[ Fetches events of queues of one shard: removes acknowledged events, notes the activity, and makes heartbeats. Needs no lease.
  Several fetches of one queue have the effects and results of separate calls in the same order.
  KEYS[1] activity (sorted set)   KEYS[2] lease of the shard (hash)
  ARGV[1] prefix of the shard's keys   ARGV[2] channel of the shard
  ARGV[3] bytes of events per queue, at most   ARGV[4] bytes of bodies per call, at most; one event more may go out in both cases
  ARGV[5] "1" to get the history of the server
  then for each fetch: queue id, user id, realm id, last event id or "", "1" to get a heartbeat instead of no events, and the poll that
    will wait if there are no events: "" for none, its name at its first fetch, "?" and its name at a first fetch that comes late,
    "+" and its name at each further fetch
  Returns {outcomes, body ids, bodies, history of the server or ""}; an outcome is one of
    {0, entry ...}     all events of the queue, or none
    {6, entry ...}     events, and the queue has more
    {1, id}            a heartbeat
    {2}                the user has no such queue
    {3, last issued}   the last event id was never issued
    {4, last pruned}   later events have been acknowledged before
    {5}                the call has returned too many bytes; this fetch did nothing
    {7}                Redis lost events that the client has; the queue was dropped
    {8}                this server must be checked first (see check-epoch.lua); this fetch did nothing ]]
-- Entries that one command reads: a queue may have many more than a call returns.
local PART = 500
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local max_bytes, room = tonumber(ARGV[3]), tonumber(ARGV[4])
-- `released`: number of acknowledged entries by body.
local outcomes, wanted, body_ids, released = {}, {}, {}, {}

-- Returns a function that returns the next entry at each call, and nil at the end.
local function entries_of(id, length)
  local part, before, at = {}, 0, 0
  return function()
    at = at + 1
    if at > #part and before + #part < length then
      before, at = before + #part, 1
      part = redis.call('LRANGE', prefix .. 'e:' .. id, before, before + PART - 1)
    end
    return part[at]
  end
end

-- Releases the entries up to `last`. Returns their number and bytes, and the first entry after them.
local function acknowledge(last, next_entry)
  local count, bytes, entry = 0, 0, next_entry()
  while entry do
    local event, body, size = string.match(entry, '^(%d+) (%d+) (%d+)')
    if tonumber(event) > last then break end
    count = count + 1
    bytes = bytes + size
    released[body] = (released[body] or 0) + 1
    entry = next_entry()
  end
  return count, bytes, entry
end

local function remove(id, last, count, length, bytes)
  if count > 0 then
    redis.call('LTRIM', prefix .. 'e:' .. id, count, -1)
    redis.call('HSET', prefix .. 'q:' .. id, 'a', last, 'l', length - count, 'b', bytes)
  else
    redis.call('HSET', prefix .. 'q:' .. id, 'a', last)
  end
end

-- Only rare outcomes need it. Nil if this server has not been checked since it took over.
local epoch, is_epoch_read
local function checked_epoch()
  if is_epoch_read then return epoch end
  is_epoch_read = true
  local lease = redis.call('HMGET', KEYS[2], 'e', 'l')
  epoch = lease[2] == server_history() and lease[1] or nil
  return epoch
end

local incomplete = {}
local function drop_incomplete(id)
  incomplete[#incomplete + 1] = id
  return {7}
end

-- Only the first fetch of a poll takes the queue over: a further fetch must not end a newer poll.
local function remember_poll(queue, id, before, poll, waits)
  local mark = string.sub(poll, 1, 1)
  if mark == '+' or mark == '?' then poll = string.sub(poll, 2) end
  if poll == '' or (mark == '+' and before ~= poll) then return end
  -- A gateway has at most one poll per queue, the newest.
  local is_of_same_gateway = string.match(before, '^[^.]*') == string.match(poll, '^[^.]*')
  if before ~= '' and before ~= poll and not (mark == '?' and is_of_same_gateway) then
    redis.call('PUBLISH', ARGV[2], '!' .. id .. ' ' .. (mark == '?' and before or poll))
    if mark == '?' then return end
  end
  local waiting = waits and poll or ''
  if waiting ~= before then redis.call('HSET', queue, 'p', waiting) end
end

local function fetch(id, user, realm, last_text, wants_heartbeat, poll)
  local queue = prefix .. 'q:' .. id
  local state = redis.call('HMGET', queue, 'u', 'r', 'n', 'a', 'l', 'p', 'b', 'g')
  if state[1] ~= user or state[2] ~= realm then return {2} end
  local next_id, acknowledged, length = tonumber(state[3]), tonumber(state[4]), tonumber(state[5])
  local last = tonumber(last_text)
  if last then
    if last >= next_id then
      if not checked_epoch() then return {8} end
      -- Without an id of this epoch, the queue may have issued the id in a lost tail.
      if redis.call('HGET', queue, 'e') ~= checked_epoch() then return drop_incomplete(id) end
      return {3, next_id - 1}
    end
    if last < acknowledged then return {4, acknowledged} end
    if state[8] and was_skipped(state[8], last) then return drop_incomplete(id) end
  end
  if wants_heartbeat == '1' and not checked_epoch() then return {8} end
  if room <= 0 and length > 0 then return {5} end
  redis.call('ZADD', KEYS[1], now, id)
  local next_entry = entries_of(id, length)
  local is_acknowledging = last and last > acknowledged
  local count, released_bytes, entry = acknowledge(is_acknowledging and last or acknowledged, next_entry)
  local outcome, bytes = {0}, 0
  while entry do
    if bytes > max_bytes then
      outcome[1] = 6
      break
    end
    local body, size = string.match(entry, '^%d+ (%d+) (%d+)')
    bytes = bytes + size
    if not wanted[body] then
      wanted[body] = true
      body_ids[#body_ids + 1] = body
      room = room - size
    end
    outcome[#outcome + 1] = entry
    entry = next_entry()
  end
  if is_acknowledging then remove(id, last, count, length, tonumber(state[7]) - released_bytes) end
  -- A poll that gets a heartbeat comes back at once and keeps its name, so it counts as waiting.
  local waits = #outcome == 1
  if waits and wants_heartbeat == '1' then
    if redis.call('HGET', queue, 'e') ~= checked_epoch() then next_id = enter_epoch(queue, next_id, checked_epoch()) end
    redis.call('HINCRBY', queue, 'n', 1)
    outcome = {1, next_id}
  end
  remember_poll(queue, id, state[6] or '', poll, waits)
  return outcome
end

for at = 6, #ARGV, 6 do
  outcomes[#outcomes + 1] = fetch(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5])
end
local bodies = {}
for from = 1, #body_ids, 1000 do
  local found = redis.call('HMGET', prefix .. 'bodies', unpack(body_ids, from, math.min(from + 999, #body_ids)))
  for _, text in ipairs(found) do bodies[#bodies + 1] = text end
end
-- At the end, because a later fetch of a queue may acknowledge events that an earlier one returns.
for body, entries in pairs(released) do release_body(body, entries) end
for _, id in ipairs(incomplete) do
  drop_queue(id)
  redis.call('PUBLISH', ARGV[2], id)
end
return {outcomes, body_ids, bodies, ARGV[5] == '1' and server_history() or ''}
