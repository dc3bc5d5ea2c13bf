-- What an operator sees and does. Figures are kept here and not in a process, so that every replica shows the same.

-- Credits that an operator gave: who, why, and once however often the button was pressed.
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

comment on column credit_grant.entry_id is 'the grant in ledger_entry';

create index credit_grant_newest on credit_grant (created_at desc);

alter table voucher add column created_by text;
create index voucher_newest on voucher (created_at desc);

create index account_newest on account (created_at desc, account_id desc);

-- Calls of engines by minute, outcome and duration, of all processes together. The bound stands in the row, so that
-- versions with other bounds may write beside each other.
create table engine_calls (
  engine        text not null,
  minute        timestamptz not null,
  outcome       text not null,
  up_to_seconds double precision not null,
  calls         bigint not null,
  primary key (engine, minute, outcome, up_to_seconds)
);

create index engine_calls_age on engine_calls (minute);

-- The last thing that went wrong with an engine, in whichever process.
create table engine_fault (
  engine      text primary key,
  message     text not null,
  happened_at timestamptz not null
);

-- Processes that give an engine a pause because it kept failing.
create table engine_pause (
  process_id uuid not null references process on delete cascade,
  engine     text not null,
  since      timestamptz not null default now(),
  primary key (process_id, engine)
);

-- The longest that each queue was within a minute.
create table queue_minute (
  queue        text not null,
  minute       timestamptz not null,
  waiting      bigint not null,
  oldest_in_s  double precision not null,
  primary key (queue, minute)
);

create index queue_minute_age on queue_minute (minute);

create table ledger_check (
  check_id      bigint generated always as identity primary key,
  checked_at    timestamptz not null default now(),
  checked_by    text not null,
  elapsed_in_ms integer not null,
  accounts      integer not null,
  mismatches    jsonb not null
);

create index token_mint_open on token_mint (state, created_at) where state in ('queued', 'signed');
