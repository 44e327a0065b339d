#!/bin/sh
# Run once by the image of PostgreSQL on an empty volume: the role and the database of the services.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$CHAT_DATABASE_PASSWORD" --username=postgres <<'SQL'
CREATE ROLE chat LOGIN PASSWORD :'password';
CREATE DATABASE chat OWNER chat;
SQL
