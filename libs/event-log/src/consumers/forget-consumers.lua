--[[ Removes consumers of a group that have not read for a while. Leaves consumers with pending entries, because those entries would be
  lost with them.
  KEYS[1] stream   ARGV[1] group   ARGV[2] ms without reading
  Returns the number of removed consumers. ]]
local forgotten = 0
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {}
  for i = 1, #fields, 2 do
    consumer[fields[i]] = fields[i + 1]
  end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
    forgotten = forgotten + 1
  end
end
return forgotten
