-- Figures of the admin console. They are stored here and not in a process, so that every replica shows the same.

-- Engine calls by minute, outcome and duration, of all processes together. The upper bound is part of the row, so that versions
-- with different bounds can write at the same time.
create table engine_calls (
  engine        text not null,
  minute        timestamptz not null,
  outcome       text not null,
  up_to_seconds double precision not null,
  calls         bigint not null,
  primary key (engine, minute, outcome, up_to_seconds)
);

create index engine_calls_age on engine_calls (minute);

-- The latest failure of each engine, in any process.
create table engine_fault (
  engine      text primary key,
  message     text not null,
  happened_at timestamptz not null
);

-- Processes that have paused an engine because it kept failing.
create table engine_pause (
  process_id uuid not null references process on delete cascade,
  engine     text not null,
  since      timestamptz not null default now(),
  primary key (process_id, engine)
);

-- The maximum length of each queue within a minute.
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
