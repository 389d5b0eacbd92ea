-- What processes of the release before still call. This file alone is applied an hour after the start that saw it first.
drop function if exists chat_send(bigint, bigint, uuid, smallint, text, timestamptz, integer, date, integer, integer);
drop function if exists chat_send_many(jsonb, integer);
drop function if exists chat_auto_reply(bigint, bigint, bigint, timestamptz);
drop function if exists chat_append(bigint, bigint, uuid, smallint, text, boolean, timestamptz, integer);
drop function if exists chat_open(bigint, bigint, timestamptz, date, integer);
drop type if exists chat_draft;
