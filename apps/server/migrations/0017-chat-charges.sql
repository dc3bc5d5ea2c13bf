-- Where each backfill is. A backfill fills a new column of old rows in small batches, as a job of the worker
-- (platform/queue/backfill.ts), and saves its position in the transaction of each batch.
create table backfill (
  name        text primary key,
  position    jsonb,
  filled      bigint not null default 0,
  skipped     bigint not null default 0,
  started_at  timestamptz not null default now(),
  finished_at timestamptz
);

comment on column backfill.position is 'the last row that was visited; null before the first batch and at the end';
comment on column backfill.skipped is 'rows that another transaction had locked; they are visited again from the start';

-- What the owner paid for an answer. The backfill chat-record-charged fills the rows of older versions.
alter table chat_record add column charged bigint;

comment on column chat_record.charged is 'captured amount; null until the backfill has visited the row';

-- As in 0010, and it stores the captured amount. Same signature: the version before this one calls it too.
create or replace function settle_holds_and_remember(
  in_account_id     uuid[],
  in_hold_id        uuid[],
  in_captured       bigint[],
  in_answer_status  smallint[],
  in_answer_headers text[],
  in_answer_body    bytea[],
  in_answer_object  text[],
  in_memory         text[],
  in_lock_wait_in_ms integer default 10000
) returns table (settled_hold_id uuid, captured bigint, balance bigint) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set jit = off
as $$
begin
  return query
  with settled as materialized (
    select s.settled_hold_id, s.captured, s.balance
    from settle_holds(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object,
      in_lock_wait_in_ms
    ) s
  ),
  said as (
    insert into chat_record (
      account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id,
      prompt_tokens, completion_tokens, first_text_in_ms, charged
    )
    select given.account_id, m."keyId", clock_timestamp(), given.hold_id, m."sdkUniqueId", m.model, m.question, m.answer,
           length(m.question) + length(m.answer), m."requestId", m."promptTokens", m."completionTokens", m."firstTextInMs",
           s.captured
    from unnest(in_account_id, in_hold_id, in_memory) as given(account_id, hold_id, memory)
    join settled s on s.settled_hold_id = given.hold_id and s.captured is not null
    cross join lateral json_to_record(given.memory::json) as m(
      "keyId" uuid, "sdkUniqueId" text, model text, question text, answer text, "requestId" text,
      "promptTokens" integer, "completionTokens" integer, "firstTextInMs" integer
    )
    where given.memory is not null
    returning account_id, key_id, coalesce(sdk_unique_id, '') as sdk_unique_id, created_at
  ),
  counted_sessions as (
    insert into chat_session as c (account_id, key_id, sdk_unique_id, records, last_at)
    select said.account_id, said.key_id, said.sdk_unique_id, count(*), max(said.created_at) from said
    group by said.account_id, said.key_id, said.sdk_unique_id
    on conflict (account_id, key_id, sdk_unique_id) do update
      set records = c.records + excluded.records, last_at = greatest(c.last_at, excluded.last_at)
  ),
  counted_keys as (
    insert into chat_key as c (account_id, key_id, records)
    select said.account_id, said.key_id, count(*) from said group by said.account_id, said.key_id
    on conflict (account_id, key_id) do update set records = c.records + excluded.records
  )
  select s.settled_hold_id, s.captured, s.balance from settled s;
end $$;
