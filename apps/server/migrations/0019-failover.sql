-- After a database outage every heartbeat is old, also those of live processes. Silence proves that a process is dead only
-- while the database was reachable, so each process records since when its heartbeats have had no gap.
alter table process add column in_touch_since timestamptz not null default now();

comment on column process.in_touch_since is 'since when no two heartbeats of this process are more than 10 s apart';

-- Whether some process has reached the database without a gap for the grace period: until one has, no process counts as
-- dead. A grace period of 0 asks for no such process.
create function is_silence_conclusive(grace_in_ms integer) returns boolean language sql stable as $$
  select grace_in_ms = 0 or exists (
    select from process
    where seen_at > now() - interval '10 seconds' and in_touch_since < now() - grace_in_ms * interval '1 millisecond'
  )
$$;

-- Releases the holds of dead processes and the holds whose deadline has passed, once silence is conclusive. The rows of the
-- silent processes are locked first: one that shows a sign of life before that keeps its holds, a later heartbeat waits. A hold
-- without a process belongs to a job that continues. Several workers may sweep at once: a hold settles once. Accounts that are
-- locked now are swept the next time.
create function sweep_holds(silence_in_ms integer, at_most integer, grace_in_ms integer) returns bigint language plpgsql as $$
declare
  dead uuid[];
  accounts uuid[];
  holds uuid[];
  swept bigint;
begin
  if not is_silence_conclusive(grace_in_ms) then
    return 0;
  end if;
  dead := array(
    select p.process_id from process p
    where p.seen_at < now() - silence_in_ms * interval '1 millisecond'
    for update skip locked
  );
  select array_agg(s.account_id), array_agg(s.hold_id) into accounts, holds
  from (
    select h.account_id, h.hold_id from hold h
    join account a on a.account_id = h.account_id
    where h.process_id is not null and (
      h.deadline < now()
      or h.process_id = any(dead)
      or not exists (select from process p where p.process_id = h.process_id)
    )
    limit at_most for update of a skip locked
  ) s;
  if holds is null then
    return 0;
  end if;
  select count(*) into swept from settle_holds(
    accounts, holds, array_fill(0::bigint, array[cardinality(holds)]),
    array_fill(null::smallint, array[cardinality(holds)]),
    array_fill(null::text, array[cardinality(holds)]),
    array_fill(null::bytea, array[cardinality(holds)]),
    array_fill(null::text, array[cardinality(holds)])
  );
  return swept;
end $$;

-- For processes of the version before, which pass no grace period.
create or replace function sweep_holds(silence_in_ms integer, at_most integer) returns bigint language sql as $$
  select sweep_holds(silence_in_ms, at_most, 0)
$$;

create function reclaim_images(silence_in_ms integer, at_most integer, grace_in_ms integer)
returns table (account_id uuid, collection_id uuid, number integer) language plpgsql as $$
begin
  if is_silence_conclusive(grace_in_ms) then
    return query select r.account_id, r.collection_id, r.number from reclaim_images(silence_in_ms, at_most) r;
  end if;
end $$;

-- Frees the places of an account, or of all accounts, whose process is dead.
create function free_abandoned_places(in_account_id uuid, silence_in_ms integer, grace_in_ms integer)
returns void language plpgsql as $$
begin
  if is_silence_conclusive(grace_in_ms) then
    delete from account_place p
    where (in_account_id is null or p.account_id = in_account_id) and not exists (
      select from process r
      where r.process_id = p.process_id and r.seen_at > now() - silence_in_ms * interval '1 millisecond'
    );
  end if;
end $$;

-- Takes a place and returns null, or returns the limit when every place is taken.
create function take_place(
  in_account_id uuid, in_kind text, in_place_id uuid, in_process_id uuid, in_silence_in_ms integer, in_grace_in_ms integer
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
  perform free_abandoned_places(in_account_id, in_silence_in_ms, in_grace_in_ms);
  select count(*) into taken from account_place p where p.account_id = in_account_id and p.kind = in_kind;
  if taken >= at_most then
    return at_most;
  end if;
  insert into account_place (account_id, kind, place_id, process_id)
  values (in_account_id, in_kind, in_place_id, in_process_id);
  return null;
end $$;

create or replace function take_place(
  in_account_id uuid, in_kind text, in_place_id uuid, in_process_id uuid, in_silence_in_ms integer
) returns integer language sql as $$
  select take_place(in_account_id, in_kind, in_place_id, in_process_id, in_silence_in_ms, 0)
$$;

-- Up to this block the database knows every mint of the wallet. Null until the first check.
alter table mint_signer add column checked_block bigint;

-- Mints that a wallet of the service made and of which the database has no transaction: a failover to an asynchronous standby
-- or a restore forgot them. A token that is asked for again is not minted a second time.
create table forgotten_mint (
  chain_id   bigint not null,
  contract   text not null,
  token_id   text not null,
  signer     text not null,
  to_address text not null,
  token_uri  text not null,
  hash       text not null,
  nonce      bigint not null,
  block      bigint not null,
  found_at   timestamptz not null default now(),
  primary key (chain_id, contract, token_id)
);

create index forgotten_mint_uri on forgotten_mint (chain_id, contract, token_uri);
