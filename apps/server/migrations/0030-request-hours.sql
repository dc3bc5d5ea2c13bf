-- Requests by hour: all of them, also those that the request log leaves out. Each process adds its counts every few seconds.
-- usage_hour remains the record of what was spent; charged says which part of it belongs to a model.
create function add_counts(one bigint[], other bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place) from unnest(one, other) with ordinality as t(a, b, place)
$$;

create aggregate sum_counts(bigint[]) (sfunc = add_counts, stype = bigint[], combinefunc = add_counts, parallel = safe);

create table request_hour (
  account_id    uuid not null,
  hour          timestamptz not null,
  key_id        uuid not null,
  operation     text not null,
  model         text not null,
  requests      bigint not null,
  client_errors bigint not null,
  server_errors bigint not null,
  charged       bigint not null,
  latencies     bigint[] not null,
  primary key (account_id, hour, key_id, operation, model)
) partition by range (hour);

comment on column request_hour.model is 'empty for an operation without a model';
comment on column request_hour.charged is 'captured before the response ended, not by work that continues after it';
comment on column request_hour.latencies is 'requests by latency, in the ranges of latencyBoundsInMs';

-- As in 0021, with request_hour.
create or replace function create_month_partitions(months_ahead integer) returns integer language plpgsql as $$
declare
  parent text;
  month date;
  partition text;
  created integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('create_month_partitions', 0));
  foreach parent in array array['ledger_entry', 'usage_hour', 'request_hour'] loop
    for offset_in_months in 0 .. months_ahead loop
      month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => offset_in_months))::date;
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      if to_regclass(partition) is null then
        execute format('create table %I (like %I including all)', partition, parent);
        execute format(
          'alter table %I attach partition %I for values from (%L) to (%L)',
          parent, partition, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
        );
        created := created + 1;
      end if;
    end loop;
  end loop;
  return created;
end $$;

select create_month_partitions(3);

-- Adds the counts of one process. In turn with write_request_logs, so that two processes cannot deadlock on the rows and an
-- account that is being deleted keeps none of them. The hour is never before this month: its partition exists.
create function add_request_hours(
  in_account_id    uuid[],
  in_age_in_ms     bigint[],
  in_key_id        uuid[],
  in_operation     text[],
  in_model         text[],
  in_requests      bigint[],
  in_client_errors bigint[],
  in_server_errors bigint[],
  in_charged       bigint[],
  in_latencies     text[]
) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  insert into request_hour as h (
    account_id, hour, key_id, operation, model, requests, client_errors, server_errors, charged, latencies
  )
  select g.account_id,
    greatest(
      date_trunc('hour', now() - g.age_in_ms * interval '1 millisecond'),
      date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
    ),
    g.key_id, g.operation, g.model, sum(g.requests), sum(g.client_errors), sum(g.server_errors), sum(g.charged),
    sum_counts(g.latencies::bigint[])
  from unnest(
    in_account_id, in_age_in_ms, in_key_id, in_operation, in_model, in_requests, in_client_errors, in_server_errors, in_charged,
    in_latencies
  ) as g(account_id, age_in_ms, key_id, operation, model, requests, client_errors, server_errors, charged, latencies)
  where exists (select from account a where a.account_id = g.account_id)
  group by 1, 2, 3, 4, 5
  on conflict (account_id, hour, key_id, operation, model) do update
    set requests = h.requests + excluded.requests,
      client_errors = h.client_errors + excluded.client_errors,
      server_errors = h.server_errors + excluded.server_errors,
      charged = h.charged + excluded.charged,
      latencies = add_counts(h.latencies, excluded.latencies);
end $$;

-- A batch that is being written while an account is deleted saw the account. The deletion waits for it here and deletes its rows;
-- later batches do not see the account any more.
create function delete_late_requests() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('request_log', 0));
  delete from request_log where account_id = old.account_id;
  delete from request_body where account_id = old.account_id;
  delete from request_hour where account_id = old.account_id;
  return old;
end $$;

create trigger account_requests before delete on account for each row execute function delete_late_requests();
