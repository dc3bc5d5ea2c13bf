create table chat_context (
  account_id uuid not null,
  key_id     uuid not null,
  context    jsonb not null,
  saved_at   timestamptz not null default now(),
  primary key (account_id, key_id)
);

-- Questions and answers of requests that asked for chat history. Partitioned by account: a list reads one partition whatever
-- the age of its records, and each index stays small with a hundred million records.
create table chat_record (
  account_id        uuid not null,
  key_id            uuid not null,
  created_at        timestamptz not null,
  record_id         uuid not null,
  sdk_unique_id     text,
  model             text not null,
  question          text not null,
  answer            text not null,
  characters        integer not null,
  request_id        text not null,
  prompt_tokens     integer,
  completion_tokens integer,
  first_text_in_ms  integer not null,
  primary key (account_id, key_id, created_at, record_id)
) partition by hash (account_id);

comment on column chat_record.sdk_unique_id is 'null for the session of requests without an id';
comment on column chat_record.characters is 'of question and answer together, so that a character budget can be applied without reading them';

do $$
begin
  for part in 0 .. 15 loop
    execute format(
      'create table chat_record_%s partition of chat_record for values with (modulus 16, remainder %s)',
      lpad(part::text, 2, '0'), part
    );
  end loop;
end $$;

create index chat_record_session on chat_record (account_id, key_id, sdk_unique_id, created_at, record_id);

-- The words of a record, with its account as one of them, so that a search never reads the records of other accounts. Bounded,
-- because no charge may fail on a text that is too long to index. The cost keeps the planner from computing it for each row.
create function chat_words(account_id uuid, question text, answer text) returns tsvector
language sql immutable parallel safe cost 10000 as $$
  select array_to_tsvector(array['@' || account_id::text])
    || to_tsvector('pg_catalog.simple', left(question, 20000) || ' ' || left(answer, 40000))
$$;

create index chat_record_words on chat_record using gin (chat_words(account_id, question, answer));

-- Number of records of a session and the time of its newest one. Exact, because every change of chat_record updates them. An
-- empty id is the session of requests without an id.
create table chat_session (
  account_id    uuid not null,
  key_id        uuid not null,
  sdk_unique_id text not null,
  records       bigint not null,
  last_at       timestamptz not null default now(),
  primary key (account_id, key_id, sdk_unique_id)
);

-- Starts with the key: the list of all keys merges the newest sessions of each key, so one index serves both lists.
create index chat_session_newest on chat_session (account_id, key_id, last_at desc, sdk_unique_id desc);

-- Number of records of a key, kept in the same way.
create table chat_key (
  account_id uuid not null,
  key_id     uuid not null,
  records    bigint not null,
  primary key (account_id, key_id)
) with (fillfactor = 50);

-- How long an account keeps its chat history; no row means without end.
create table chat_retention (
  account_id uuid primary key,
  days       integer not null check (days > 0)
);

-- Settles holds as settle_holds does, and stores the chat records in the same commit. in_memory has a JSON object for each
-- hold, or null. A settlement has a memory only when its answer was delivered, so free answers are stored too. The captured
-- amount of a busy account is null.
create function settle_holds_and_remember(
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
      prompt_tokens, completion_tokens, first_text_in_ms
    )
    select given.account_id, m."keyId", clock_timestamp(), given.hold_id, m."sdkUniqueId", m.model, m.question, m.answer,
           length(m.question) + length(m.answer), m."requestId", m."promptTokens", m."completionTokens", m."firstTextInMs"
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

-- Deletes records of a key and updates the counts. Optional filters: one session (an empty id for the session of requests
-- without an id) and records older than in_before. Locks the account first, as every writer does.
create function delete_chat_records(
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
