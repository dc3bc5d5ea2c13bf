-- The account's owner reads conversations: which there are, newest first, and where a word was said.

-- When a conversation last went on. The empty id stands for the one that requests without an id share.
alter table chat_session add column last_at timestamptz not null default now();

insert into chat_session (account_id, key_id, sdk_unique_id, records)
select account_id, key_id, '', count(*) from chat_record where sdk_unique_id is null group by account_id, key_id;

update chat_session s set last_at = r.last_at
from (
  select account_id, key_id, coalesce(sdk_unique_id, '') as sdk_unique_id, max(created_at) as last_at
  from chat_record group by 1, 2, 3
) r
where r.account_id = s.account_id and r.key_id = s.key_id and r.sdk_unique_id = s.sdk_unique_id;

-- Led by the key: the list of all keys takes the newest of each, so one index serves both lists.
create index chat_session_newest on chat_session (account_id, key_id, last_at desc, sdk_unique_id desc);

-- The words of a record with its account among them, so that a search never reads what others said. Bounded, because
-- no charge may fail on a text that is too long to be indexed. Its cost keeps the planner from computing it row by row.
create function chat_words(account_id uuid, question text, answer text) returns tsvector
language sql immutable parallel safe cost 10000 as $$
  select array_to_tsvector(array['@' || account_id::text])
    || to_tsvector('pg_catalog.simple', left(question, 20000) || ' ' || left(answer, 40000))
$$;

create index chat_record_words on chat_record using gin (chat_words(account_id, question, answer));

create or replace function settle_holds_and_remember(
  in_account_id     uuid[],
  in_hold_id        uuid[],
  in_captured       bigint[],
  in_answer_status  smallint[],
  in_answer_headers text[],
  in_answer_body    bytea[],
  in_answer_object  text[],
  in_memory         text[]
) returns table (settled_hold_id uuid, captured bigint, balance bigint) language plpgsql as $$
begin
  return query
  with settled as materialized (
    select s.settled_hold_id, s.captured, s.balance
    from settle_holds(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object
    ) s
  ),
  said as (
    insert into chat_record (
      account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id,
      prompt_tokens, completion_tokens, first_text_in_ms
    )
    select given.account_id, m."keyId", clock_timestamp(), given.hold_id, m."sdkUniqueId", m.model, m.question, m.answer,
           length(m.question) + length(m.answer), m."requestId", m."promptTokens", m."completionTokens", m."firstTextInMs"
    from unnest(in_account_id, in_hold_id, in_memory) as given(account_id, hold_id, memory)
    join settled s on s.settled_hold_id = given.hold_id and s.captured > 0
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

alter function settle_holds_and_remember set plan_cache_mode = force_generic_plan set enable_seqscan = off;

-- As before, and the empty id names the conversation of requests without one.
create or replace function forget_chat_records(
  in_account_id    uuid,
  in_key_id        uuid,
  in_sdk_unique_id text,
  in_before        timestamptz,
  at_most          integer
) returns bigint language plpgsql as $$
declare
  forgotten bigint;
begin
  perform 1 from account a where a.account_id = in_account_id for update;
  with doomed as (
    select r.created_at, r.record_id from chat_record r
    where r.account_id = in_account_id and r.key_id = in_key_id and (in_before is null or r.created_at < in_before)
      and (
        in_sdk_unique_id is null
        or (in_sdk_unique_id <> '' and r.sdk_unique_id = in_sdk_unique_id)
        or (in_sdk_unique_id = '' and r.sdk_unique_id is null)
      )
    order by r.created_at, r.record_id limit at_most
  ),
  gone as (
    delete from chat_record r using doomed d
    where r.account_id = in_account_id and r.key_id = in_key_id
      and r.created_at = d.created_at and r.record_id = d.record_id
    returning coalesce(r.sdk_unique_id, '') as sdk_unique_id
  ),
  uncounted_sessions as (
    update chat_session c set records = c.records - g.records
    from (select sdk_unique_id, count(*) as records from gone group by sdk_unique_id) g
    where c.account_id = in_account_id and c.key_id = in_key_id and c.sdk_unique_id = g.sdk_unique_id
  ),
  uncounted_key as (
    update chat_key c set records = c.records - (select count(*) from gone)
    where c.account_id = in_account_id and c.key_id = in_key_id
  )
  select count(*) into forgotten from gone;
  delete from chat_session c where c.account_id = in_account_id and c.key_id = in_key_id and c.records = 0
    and (in_sdk_unique_id is null or c.sdk_unique_id = in_sdk_unique_id);
  return forgotten;
end $$;
