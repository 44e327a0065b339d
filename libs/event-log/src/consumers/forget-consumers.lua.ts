/** See the script's own header. */
export const FORGET_CONSUMERS = `
--[[ Forgets consumers of a group that have not read for long and of whose entries none is unfinished: with those it would
  forget that they are to be done.
  KEYS[1] stream
  ARGV[1] group   ARGV[2] ms without reading
  Returns how many were forgotten. ]]
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
`;
