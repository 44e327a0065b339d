--[[ Functions that the scripts of event queues share; goes before each of them.
  ARGV[1] prefix of the shard's keys (same hash tag as the keys of the script) ]]
local prefix = ARGV[1]

-- Removes references to a body, and the body with the last one.
local function release_body(body, entries)
  if redis.call('HINCRBY', prefix .. 'refs', body, -entries) <= 0 then
    redis.call('HDEL', prefix .. 'refs', body)
    redis.call('HDEL', prefix .. 'bodies', body)
  end
end

local function drop_queue(id)
  for _, entry in ipairs(redis.call('LRANGE', prefix .. 'e:' .. id, 0, -1)) do
    release_body(string.match(entry, '^%d+ (%d+)'), 1)
  end
  redis.call('DEL', prefix .. 'q:' .. id, prefix .. 'e:' .. id)
  redis.call('HDEL', prefix .. 'meta', id)
  redis.call('ZREM', prefix .. 'activity', id)
end

