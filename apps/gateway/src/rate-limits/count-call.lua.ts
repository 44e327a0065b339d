/** See the script's own header. */
export const COUNT_CALL = `
--[[ Counts a call in the current window of a caller; the window begins with its first call.
  KEYS[1] count (string)
  ARGV[1] length of the window in ms   ARGV[2] calls to add: 1, or -1 to give one back
  Returns {calls in the window, ms until it ends}. Giving back to a window that has ended does nothing: {0, 0}. ]]
local add = tonumber(ARGV[2])
if add < 0 and redis.call('EXISTS', KEYS[1]) == 0 then
  return {0, 0}
end
local calls = redis.call('INCRBY', KEYS[1], add)
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {calls, left}
`;
