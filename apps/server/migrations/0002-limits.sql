-- A running API or worker process, which renews seen_at. When it stops doing so, other processes release its holds, claims
-- and places.
create table process (
  process_id uuid primary key,
  role       text not null,
  host       text not null,
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);

-- The operator's limits; null means no limit. This table has one row, which applies to every account. API processes write it
-- from their configuration when they start; without the row there are no limits.
create table limit_default (
  is_only          boolean primary key default true check (is_only),
  rate_per_minute  integer check (rate_per_minute > 0),
  keys             integer check (keys >= 0),
  streams          integer check (streams >= 0),
  stored_bytes     bigint check (stored_bytes >= 0),
  pages            integer check (pages >= 0),
  heavy_operations integer check (heavy_operations >= 0)
);

-- Overrides of limit_default; null means the default.
create table account_limit (
  account_id       uuid primary key references account on delete cascade,
  rate_per_minute  integer check (rate_per_minute > 0),
  keys             integer check (keys >= 0),
  streams          integer check (streams >= 0),
  stored_bytes     bigint check (stored_bytes >= 0),
  pages            integer check (pages >= 0),
  heavy_operations integer check (heavy_operations >= 0)
);

create function limits_of(in_account_id uuid) returns table (
  rate_per_minute integer, keys integer, streams integer, stored_bytes bigint, pages integer, heavy_operations integer
) language sql stable as $$
  select coalesce(l.rate_per_minute, d.rate_per_minute), coalesce(l.keys, d.keys), coalesce(l.streams, d.streams),
         coalesce(l.stored_bytes, d.stored_bytes), coalesce(l.pages, d.pages), coalesce(l.heavy_operations, d.heavy_operations)
  from (values (in_account_id)) as asked(account_id)
  left join limit_default d on true
  left join account_limit l on l.account_id = asked.account_id
$$;

-- Concurrent work of an account that a limit counts. A place belongs to a process and is free again when that process ends
-- or stops renewing process.seen_at.
create table account_place (
  account_id uuid not null references account on delete cascade,
  kind       text not null check (kind in ('streams', 'pages', 'heavyOperations')),
  place_id   uuid not null,
  process_id uuid not null,
  taken_at   timestamptz not null default now(),
  primary key (account_id, kind, place_id)
);

-- Takes a place and returns null, or returns the limit when every place is taken.
create function take_place(
  in_account_id uuid, in_kind text, in_place_id uuid, in_process_id uuid, in_silence_in_ms integer
) returns integer language plpgsql
  set lock_timeout = '5s'
as $$
declare
  at_most integer;
  taken bigint;
begin
  -- One at a time: otherwise two processes would both find the last place free. Not a lock on the account's row, which
  -- charges need.
  perform pg_advisory_xact_lock(hashtextextended(in_kind || in_account_id, 0));
  select case in_kind when 'streams' then l.streams when 'pages' then l.pages else l.heavy_operations end into at_most
  from limits_of(in_account_id) l;
  if at_most is null then
    return null;
  end if;
  delete from account_place p
  where p.account_id = in_account_id and p.kind = in_kind and not exists (
    select from process r
    where r.process_id = p.process_id and r.seen_at > now() - in_silence_in_ms * interval '1 millisecond'
  );
  select count(*) into taken from account_place p where p.account_id = in_account_id and p.kind = in_kind;
  if taken >= at_most then
    return at_most;
  end if;
  insert into account_place (account_id, kind, place_id, process_id)
  values (in_account_id, in_kind, in_place_id, in_process_id);
  return null;
end $$;
