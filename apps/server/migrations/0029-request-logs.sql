-- The request log: a row for each API request of an account. Above a rate that the operator sets, a process writes only every
-- n-th successful request of an account, and sample_factor is n.
--
-- Rows are written in batches and deleted by dropping the partition of their day. log_id grows with the commits (see
-- write_request_logs), so a reader that continues after a log_id misses nothing.
create sequence request_log_id;

create table request_log (
  account_id    uuid not null,
  log_id        bigint not null default nextval('request_log_id'),
  created_at    timestamptz not null,
  request_id    text not null,
  key_id        uuid not null,
  operation     text not null,
  model         text,
  method        text not null,
  path          text not null,
  status        smallint not null,
  error_code    text,
  latency_in_ms integer not null,
  charged       bigint not null,
  held          bigint not null,
  sample_factor integer not null,
  primary key (account_id, log_id, created_at)
) partition by range (created_at);

create index request_log_errors on request_log (account_id, log_id) where status >= 400;
create index request_log_request_id on request_log using hash (request_id);

comment on column request_log.path is 'without the query, which can contain what a user typed';
comment on column request_log.status is '499 when the response was not sent completely';
comment on column request_log.held is 'held for work that continues after the response';

-- Bodies of requests, where the operator and the account's owner switched them on. Shortened, without secrets.
create table request_body (
  account_id    uuid not null,
  log_id        bigint not null,
  created_at    timestamptz not null,
  query         text,
  request_body  text,
  response_body text,
  is_shortened  boolean not null,
  primary key (account_id, log_id, created_at)
) partition by range (created_at);

create table request_log_setting (
  account_id    uuid primary key references account on delete cascade,
  stores_bodies boolean not null
);

create index request_log_setting_stores_bodies on request_log_setting (account_id) where stores_bodies;

-- Creates the partitions from yesterday on: a request that began yesterday can be written today. As create_month_partitions.
create function create_day_partitions(days_ahead integer) returns integer language plpgsql as $$
declare
  parent text;
  day date;
  partition text;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('create_day_partitions', 0));
  foreach parent in array array['request_log', 'request_body'] loop
    for offset_in_days in -1 .. days_ahead loop
      day := (now() at time zone 'UTC')::date + offset_in_days;
      partition := format('%s_%s', parent, to_char(day, 'YYYY_MM_DD'));
      if to_regclass(partition) is null then
        execute format('create table %I (like %I including all)', partition, parent);
        execute format(
          'alter table %I attach partition %I for values from (%L) to (%L)',
          parent, partition, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
        );
        created := created + 1;
      end if;
    end loop;
  end loop;
  return created;
end $$;

select create_day_partitions(7);

-- Writes a batch of requests. One batch at a time, so that log_id grows with the commits; the commit is not waited for. Requests
-- of accounts that were deleted meanwhile are left out, and so are bodies that the owner has switched off again.
create function write_request_logs(
  in_account_id    uuid[],
  in_age_in_ms     integer[],
  in_request_id    text[],
  in_key_id        uuid[],
  in_operation     text[],
  in_model         text[],
  in_method        text[],
  in_path          text[],
  in_status        smallint[],
  in_error_code    text[],
  in_latency_in_ms integer[],
  in_charged       bigint[],
  in_held          bigint[],
  in_sample_factor integer[],
  in_body_position integer[],
  in_query         text[],
  in_request_body  text[],
  in_response_body text[],
  in_is_shortened  boolean[]
) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  with given as materialized (
    select nextval('request_log_id') as log_id, now() - g.age_in_ms * interval '1 millisecond' as created_at, g.*
    from (
      select * from unnest(
        in_account_id, in_age_in_ms, in_request_id, in_key_id, in_operation, in_model, in_method, in_path, in_status,
        in_error_code, in_latency_in_ms, in_charged, in_held, in_sample_factor
      ) with ordinality as t(
        account_id, age_in_ms, request_id, key_id, operation, model, method, path, status,
        error_code, latency_in_ms, charged, held, sample_factor, position
      )
      where exists (select from account a where a.account_id = t.account_id)
      order by t.position
    ) g
  ),
  bodies as (
    insert into request_body (account_id, log_id, created_at, query, request_body, response_body, is_shortened)
    select g.account_id, g.log_id, g.created_at, b.query, b.request_body, b.response_body, b.is_shortened
    from unnest(in_body_position, in_query, in_request_body, in_response_body, in_is_shortened)
      as b(position, query, request_body, response_body, is_shortened)
    join given g on g.position = b.position
    join request_log_setting s on s.account_id = g.account_id and s.stores_bodies
  )
  insert into request_log (
    account_id, log_id, created_at, request_id, key_id, operation, model, method, path, status, error_code, latency_in_ms,
    charged, held, sample_factor
  )
  select g.account_id, g.log_id, g.created_at, g.request_id, g.key_id, g.operation, g.model, g.method, g.path, g.status,
    g.error_code, g.latency_in_ms, g.charged, g.held, g.sample_factor
  from given g;
end $$;
