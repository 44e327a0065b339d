/** See the script's own header. */
export const PUSH_IF = `
--[[ Puts requests into a list, each only if its sender has seen every fact and its caller has calls left in its window; a window
  begins with its first call. Calls beyond the limit are counted, calls of senders that have not seen every fact are not.
  KEYS[1] list   KEYS[2] facts' tail (string)   KEYS[3..] counts of windows (strings)
  ARGV[1] length of a window in ms   ARGV[2] ms after which the list disappears unless more is put into it (0: never)
  ARGV[3..] of each request: last fact seen, place of its window among the KEYS (0: none), limit of that, packet
  Returns {length of the list, then of each request: 0 = facts were missed, 1 = it is in the list, 2 = beyond the limit;
    calls in the window; ms until that ends}. ]]
local tail = redis.call('GET', KEYS[2]) or '0-0'
local reply = {0}
local length = false
for i = 3, #ARGV, 4 do
  local taken, calls, left = 0, 0, 0
  if ARGV[i] == tail then
    taken = 1
    local window = tonumber(ARGV[i + 1])
    if window > 0 then
      calls = redis.call('INCR', KEYS[window])
      left = redis.call('PTTL', KEYS[window])
      if left < 0 then
        left = tonumber(ARGV[1])
        redis.call('PEXPIRE', KEYS[window], left)
      end
      if calls > tonumber(ARGV[i + 2]) then taken = 2 end
    end
    if taken == 1 then length = redis.call('RPUSH', KEYS[1], ARGV[i + 3]) end
  end
  reply[#reply + 1] = taken
  reply[#reply + 1] = calls
  reply[#reply + 1] = left
end
if length and tonumber(ARGV[2]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
reply[1] = length or redis.call('LLEN', KEYS[1])
return reply
`;
