create type ledger_kind as enum ('grant', 'hold', 'capture', 'release');

create sequence ledger_entry_id;

create table ledger_entry (
  account_id uuid not null,
  created_at timestamptz not null default now(),
  entry_id   bigint not null default nextval('ledger_entry_id'),
  kind       ledger_kind not null,
  amount     bigint not null check (amount > 0),
  operation  text,
  request_id text,
  key_id     uuid,
  hold_id    uuid,
  note       text,
  primary key (account_id, created_at, entry_id)
) partition by range (created_at);

create table usage_hour (
  account_id uuid not null,
  hour       timestamptz not null,
  key_id     uuid not null,
  operation  text not null,
  requests   bigint not null,
  spent      bigint not null,
  primary key (account_id, hour, key_id, operation)
) partition by range (hour);

-- A process that takes holds. One that stops saying it lives loses them to the sweeper.
create table process (
  process_id uuid primary key,
  role       text not null,
  host       text not null,
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);

create table hold (
  account_id      uuid not null,
  hold_id         uuid not null,
  key_id          uuid not null,
  process_id      uuid not null,
  amount          bigint not null check (amount > 0),
  operation       text not null,
  request_id      text not null,
  idempotency_key text,
  created_at      timestamptz not null default now(),
  deadline        timestamptz not null,
  primary key (account_id, hold_id)
);

-- The first answer to an idempotency key. answer_status is null while the first request runs. A body too
-- large for a row is kept in the object store, under the name in answer_object.
create table idempotent_answer (
  account_id      uuid not null,
  idempotency_key text not null,
  fingerprint     bytea not null,
  hold_id         uuid not null,
  expires_at      timestamptz not null,
  answer_status   smallint,
  answer_headers  jsonb,
  answer_body     bytea,
  answer_object   text,
  primary key (account_id, idempotency_key)
);

create index idempotent_answer_expires_at on idempotent_answer (expires_at);

-- Creates the monthly partitions from this month on. Run by the migrations and every day by the worker.
create function create_month_partitions(months_ahead integer) returns integer language plpgsql as $$
declare
  parent text;
  month date;
  partition text;
  created integer := 0;
begin
  -- One at a time: two workers would both see a month missing.
  perform pg_advisory_xact_lock(hashtextextended('create_month_partitions', 0));
  foreach parent in array array['ledger_entry', 'usage_hour'] loop
    for offset_in_months in 0 .. months_ahead loop
      month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => offset_in_months))::date;
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      if to_regclass(partition) is null then
        execute format(
          'create table %I partition of %I for values from (%L) to (%L)',
          partition, parent, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
        );
        created := created + 1;
      end if;
    end loop;
  end loop;
  return created;
end $$;

select create_month_partitions(3);
