import { DROP_QUEUE } from './drop-queue.lua.js';

/** See the script's own header. */
export const FETCH_QUEUES = `
--[[ Looks into queues of one shard for their clients: acknowledges, counts as activity, makes heartbeats. Needs no lease.
  Several looks into one queue have the effects and results of separate calls in the same order.
  KEYS[1] activity (sorted set)
  ARGV[1] prefix of the shard's keys (same hash tag)   ARGV[2] the shard's channel
  ARGV[3] bytes of events that one queue may get   ARGV[4] bytes that all together may get
  then for each queue: id, user id, realm id, last event id or "", "1" for a heartbeat when there is nothing, and "" or the poll
    that waits when there is nothing: its name at first ("?" and its name if it waits for some time already), "+" and its name
    when it looks again
  Returns {outcomes, body ids, bodies}; an outcome is one of
    {0, entry ...}     events (none: nothing there)
    {6, entry ...}     events, and there are more
    {1, id}            a heartbeat
    {2}                no such queue of this user
    {3, last issued}   the last event id was never issued
    {4, last pruned}   later events were dropped before
    {5}                no room in this answer; nothing was done ]]
local prefix = ARGV[1]
${DROP_QUEUE}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local max_bytes, room = tonumber(ARGV[3]), tonumber(ARGV[4])
-- released: number of acknowledged entries by body.
local outcomes, wanted, body_ids, released = {}, {}, {}, {}

local function acknowledge(id, last, entries, length, size_before)
  local count, bytes = 0, 0
  for _, entry in ipairs(entries) do
    local event, body, size = string.match(entry, '^(%d+) (%d+) (%d+)')
    if tonumber(event) > last then break end
    count = count + 1
    bytes = bytes + size
    released[body] = (released[body] or 0) + 1
  end
  if count > 0 then
    redis.call('LTRIM', prefix .. 'e:' .. id, count, -1)
    redis.call('HSET', prefix .. 'q:' .. id, 'a', last, 'l', length - count, 'b', size_before - bytes)
  else
    redis.call('HSET', prefix .. 'q:' .. id, 'a', last)
  end
  return count
end

-- Only a poll's first look takes the queue over: a late look must not end the poll that came after it.
local function remember_poll(queue, id, before, poll, waits)
  local mark = string.sub(poll, 1, 1)
  if mark == '+' or mark == '?' then poll = string.sub(poll, 2) end
  if poll == '' or (mark == '+' and before ~= poll) then return end
  -- A gateway has one poll for each queue at most, the newest.
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
  local state = redis.call('HMGET', queue, 'u', 'r', 'n', 'a', 'l', 'p', 'b')
  if state[1] ~= user or state[2] ~= realm then return {2} end
  local next_id, acknowledged, length = tonumber(state[3]), tonumber(state[4]), tonumber(state[5])
  local last = tonumber(last_text)
  if last then
    if last >= next_id then return {3, next_id - 1} end
    if last < acknowledged then return {4, acknowledged} end
  end
  if room <= 0 and length > 0 then return {5} end
  redis.call('ZADD', KEYS[1], now, id)
  local entries = {}
  if length > 0 then entries = redis.call('LRANGE', prefix .. 'e:' .. id, 0, -1) end
  local skipped = 0
  if last and last > acknowledged then skipped = acknowledge(id, last, entries, length, tonumber(state[7])) end
  local outcome, bytes = {0}, 0
  for i = skipped + 1, #entries do
    if bytes > max_bytes then
      outcome[1] = 6
      break
    end
    local body, size = string.match(entries[i], '^%d+ (%d+) (%d+)')
    bytes = bytes + size
    if not wanted[body] then
      wanted[body] = true
      body_ids[#body_ids + 1] = body
      room = room - size
    end
    outcome[#outcome + 1] = entries[i]
  end
  -- Whoever gets a heartbeat comes back at once, and goes on waiting under the same name.
  local waits = #outcome == 1
  if waits and wants_heartbeat == '1' then
    redis.call('HINCRBY', queue, 'n', 1)
    outcome = {1, next_id}
  end
  remember_poll(queue, id, state[6] or '', poll, waits)
  return outcome
end

for at = 5, #ARGV, 6 do
  outcomes[#outcomes + 1] = fetch(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], ARGV[at + 5])
end
local bodies = {}
for from = 1, #body_ids, 1000 do
  local found = redis.call('HMGET', prefix .. 'bodies', unpack(body_ids, from, math.min(from + 999, #body_ids)))
  for _, text in ipairs(found) do bodies[#bodies + 1] = text end
end
-- Last: an earlier look may return what a later look of the same queue acknowledges.
for body, entries in pairs(released) do release_body(body, entries) end
return {outcomes, body_ids, bodies}
`;
