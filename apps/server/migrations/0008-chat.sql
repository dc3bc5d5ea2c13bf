create table chat_context (
  account_id uuid not null,
  key_id     uuid not null,
  context    jsonb not null,
  saved_at   timestamptz not null default now(),
  primary key (account_id, key_id)
);

-- What was asked and answered, where the caller wanted it remembered. Partitioned by account: a listing reads one
-- partition whatever the age of its records, and each index stays small when there are a hundred million of them.
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

create index chat_record_session on chat_record (account_id, key_id, sdk_unique_id, created_at, record_id);

comment on column chat_record.sdk_unique_id is 'null for the history that requests without an id share';
comment on column chat_record.characters is 'of question and answer together, so that a budget is kept without reading them';

do $$
begin
  for part in 0 .. 15 loop
    execute format(
      'create table chat_record_%s partition of chat_record for values with (modulus 16, remainder %s)',
      lpad(part::text, 2, '0'), part
    );
  end loop;
end $$;

-- How many records a session has; a key's total is in its row of chat_key. Exact, because they change with the records.
create table chat_session (
  account_id    uuid not null,
  key_id        uuid not null,
  sdk_unique_id text not null,
  records       bigint not null,
  primary key (account_id, key_id, sdk_unique_id)
);

create table chat_key (
  account_id uuid not null,
  key_id     uuid not null,
  records    bigint not null,
  primary key (account_id, key_id)
) with (fillfactor = 50);

-- How long an account keeps its history; no row means for ever.
create table chat_retention (
  account_id uuid primary key,
  days       integer not null check (days > 0)
);

-- Settles holds as settle_holds does and remembers, in the same transaction, what was said for those that are
-- captured. in_memory has a JSON object for each hold, or null.
create function settle_holds_and_remember(
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
    returning account_id, key_id, sdk_unique_id
  ),
  counted_sessions as (
    insert into chat_session as c (account_id, key_id, sdk_unique_id, records)
    select said.account_id, said.key_id, said.sdk_unique_id, count(*) from said where said.sdk_unique_id is not null
    group by said.account_id, said.key_id, said.sdk_unique_id
    on conflict (account_id, key_id, sdk_unique_id) do update set records = c.records + excluded.records
  ),
  counted_keys as (
    insert into chat_key as c (account_id, key_id, records)
    select said.account_id, said.key_id, count(*) from said group by said.account_id, said.key_id
    on conflict (account_id, key_id) do update set records = c.records + excluded.records
  )
  select s.settled_hold_id, s.captured, s.balance from settled s;
end $$;

-- Forgets records of a key (of one session, when one is named) that are older than a moment (all, when none is given), and counts them off.
-- Takes the account's lock first, as every writer does.
create function forget_chat_records(
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
      and (in_sdk_unique_id is null or r.sdk_unique_id = in_sdk_unique_id)
    order by r.created_at, r.record_id limit at_most
  ),
  gone as (
    delete from chat_record r using doomed d
    where r.account_id = in_account_id and r.key_id = in_key_id
      and r.created_at = d.created_at and r.record_id = d.record_id
    returning r.sdk_unique_id
  ),
  uncounted_sessions as (
    update chat_session c set records = c.records - g.records
    from (select sdk_unique_id, count(*) as records from gone where sdk_unique_id is not null group by sdk_unique_id) g
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
