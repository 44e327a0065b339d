--[[ A function that scripts share; goes before them.
  Redis names a history of data: it draws a new name at each restart and promotion, and takes that of its primary as a replica. ]]
local function server_history()
  return string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)') or ''
end
