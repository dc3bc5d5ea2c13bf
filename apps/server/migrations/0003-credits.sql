-- A reclaim takes back granted credits because their payment was refunded or disputed. It reduces granted and balance by the
-- same amount, so granted = balance + held + spent remains true.
create type ledger_kind as enum ('grant', 'hold', 'capture', 'release', 'reclaim');

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

-- Creates the monthly partitions from this month on. This migration runs it, and the worker runs it every day.
create function create_month_partitions(months_ahead integer) returns integer language plpgsql as $$
declare
  parent text;
  month date;
  partition text;
  created integer := 0;
begin
  -- One at a time: otherwise two workers would both find a month missing.
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

-- The hold of a request has a process and a deadline, after which sweep_holds releases it. The hold of a job that continues
-- after its request (a collection, a mint) has neither: it ends with the job.
create table hold (
  account_id      uuid not null,
  hold_id         uuid not null,
  key_id          uuid not null,
  process_id      uuid,
  amount          bigint not null check (amount > 0),
  operation       text not null,
  request_id      text not null,
  idempotency_key text,
  created_at      timestamptz not null default now(),
  deadline        timestamptz,
  primary key (account_id, hold_id)
);

-- Credit grants by an operator. The dashboard chooses grant_id, so a grant that it sends twice is booked once.
create table credit_grant (
  account_id uuid not null references account on delete cascade,
  grant_id   uuid not null,
  entry_id   bigint not null,
  amount     bigint not null check (amount > 0),
  note       text not null,
  granted_by text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, grant_id)
);

create index credit_grant_newest on credit_grant (created_at desc);

comment on column credit_grant.entry_id is 'the grant in ledger_entry';

-- A code that anyone can redeem for credits, once. Only the hash of the code is stored.
create table voucher (
  code_hash   bytea primary key,
  amount      bigint not null check (amount > 0),
  note        text not null,
  created_by  text,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz,
  account_id  uuid,
  redeemed_at timestamptz,
  check ((account_id is null) = (redeemed_at is null))
);

create index voucher_account on voucher (account_id) where account_id is not null;
create index voucher_newest on voucher (created_at desc);
