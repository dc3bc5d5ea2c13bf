-- A month of the ledger that is over never changes. Its entries are added up once, by account and in all, and later checks read
-- these sums. The checksum is the XOR of the hashes of all entries: it does not depend on their order, sums of parts can be
-- combined, and an account's part can be taken out.
create table ledger_seal (
  month           date primary key,
  entries         bigint not null default 0,
  grants          bigint not null default 0,
  holds           bigint not null default 0,
  captures        bigint not null default 0,
  releases        bigint not null default 0,
  reclaims        bigint not null default 0,
  checksum        bigint not null default 0,
  last_account    uuid not null default '00000000-0000-0000-0000-000000000000',
  last_created_at timestamptz not null default '-infinity',
  last_entry_id   bigint not null default 0,
  sealed_at       timestamptz,
  verified_at     timestamptz,
  exported_at     timestamptz,
  file_sha256     bytea,
  detached_at     timestamptz,
  check (detached_at is null or (sealed_at is not null and file_sha256 is not null))
);

comment on column ledger_seal.last_account is 'while it is being sealed: the last entry that was added up, with last_created_at and last_entry_id';
comment on column ledger_seal.verified_at is 'when all entries were last compared with the seal';
comment on column ledger_seal.file_sha256 is 'of the newest file that the month was exported to';
comment on column ledger_seal.detached_at is 'since when the entries are in that file only';

-- The months that have a partition. The CASE keeps to_date away from the names of other tables, whatever the plan.
create view ledger_month as
select case when c.relname ~ '^ledger_entry_[0-9]{4}_[0-9]{2}$' then to_date(right(c.relname, 7), 'YYYY_MM') end as month,
  greatest(c.reltuples, 0) as estimated_entries
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'ledger_entry'::regclass;

-- The sums of one account in one month.
create table ledger_account_seal (
  account_id uuid not null,
  month      date not null,
  entries    bigint not null,
  grants     bigint not null,
  holds      bigint not null,
  captures   bigint not null,
  releases   bigint not null,
  reclaims   bigint not null,
  checksum   bigint not null,
  primary key (account_id, month)
);

create index ledger_account_seal_month on ledger_account_seal (month, account_id);

-- The account's part leaves the sums of the month when delete_account deletes it. It also waits for a seal in progress, which may
-- have read the account's part already; one that has not ended yet computes its sums anew.
create function subtract_account_seal() returns trigger language plpgsql as $$
begin
  update ledger_seal s
  set entries = s.entries - old.entries, grants = s.grants - old.grants, holds = s.holds - old.holds,
      captures = s.captures - old.captures, releases = s.releases - old.releases, reclaims = s.reclaims - old.reclaims,
      checksum = s.checksum # old.checksum
  where s.month = old.month;
  return null;
end $$;

create trigger ledger_account_seal_deleted after delete on ledger_account_seal
for each row execute function subtract_account_seal();

-- The hash of one column is the seed of the next. Text, not the enum's own hash, because that differs after a restore.
create function hash_ledger_entry(
  account_id uuid, created_at timestamptz, entry_id bigint, kind ledger_kind, amount bigint,
  operation text, request_id text, key_id uuid, hold_id uuid, note text
) returns bigint language sql stable parallel safe
return hashtextextended(coalesce(note, ''), hashtextextended(coalesce(request_id, ''), hashtextextended(coalesce(operation, ''),
  uuid_hash_extended(coalesce(hold_id, '00000000-0000-0000-0000-000000000000'),
  uuid_hash_extended(coalesce(key_id, '00000000-0000-0000-0000-000000000000'),
  uuid_hash_extended(account_id, hashint8extended(entry_id, hashint8extended(amount,
  hashint8extended((extract(epoch from created_at) * 1000000)::bigint, hashtextextended(kind::text, 0))))))))));

-- Adds up the next entries of a month, ordered by account, and returns whether the month is now sealed. The position is saved in
-- the same transaction, so it can be stopped at any time. The caller makes sure that no transaction of that month is open.
create function seal_ledger_entries(in_month date, at_most integer) returns boolean language plpgsql
  set jit = off
as $$
declare
  seal ledger_seal;
  added bigint;
  reached_account uuid;
  reached_created_at timestamptz;
  reached_entry_id bigint;
begin
  -- A batch that a crash forgets is repeated.
  perform set_config('synchronous_commit', 'off', true);
  insert into ledger_seal (month) values (in_month) on conflict do nothing;
  select * into seal from ledger_seal s where s.month = in_month for update;
  if seal.sealed_at is not null then
    return true;
  end if;
  execute format(
    'with part as materialized (
       select account_id, created_at, entry_id, kind, amount, hash_ledger_entry(
         account_id, created_at, entry_id, kind, amount, operation, request_id, key_id, hold_id, note) as hash
       from %I where (account_id, created_at, entry_id) > ($2, $3, $4)
       order by account_id, created_at, entry_id limit $5
     ), sums as (
       insert into ledger_account_seal as s
         (account_id, month, entries, grants, holds, captures, releases, reclaims, checksum)
       select account_id, $1, count(*), coalesce(sum(amount) filter (where kind = ''grant''), 0),
         coalesce(sum(amount) filter (where kind = ''hold''), 0), coalesce(sum(amount) filter (where kind = ''capture''), 0),
         coalesce(sum(amount) filter (where kind = ''release''), 0), coalesce(sum(amount) filter (where kind = ''reclaim''), 0),
         bit_xor(hash)
       from part group by account_id
       on conflict (account_id, month) do update
         set entries = s.entries + excluded.entries, grants = s.grants + excluded.grants, holds = s.holds + excluded.holds,
             captures = s.captures + excluded.captures, releases = s.releases + excluded.releases,
             reclaims = s.reclaims + excluded.reclaims, checksum = s.checksum # excluded.checksum
     )
     select count(*) over (), account_id, created_at, entry_id from part
     order by account_id desc, created_at desc, entry_id desc limit 1',
    'ledger_entry_' || to_char(in_month, 'YYYY_MM'))
  into added, reached_account, reached_created_at, reached_entry_id
  using in_month, seal.last_account, seal.last_created_at, seal.last_entry_id, at_most;
  if added = at_most then
    update ledger_seal s
    set last_account = reached_account, last_created_at = reached_created_at, last_entry_id = reached_entry_id
    where s.month = in_month;
    return false;
  end if;
  -- An account that was deleted while a part of its entries was added up.
  delete from ledger_account_seal s
  where s.month = in_month and not exists (select from account a where a.account_id = s.account_id);
  update ledger_seal s
  set (entries, grants, holds, captures, releases, reclaims, checksum, sealed_at, verified_at) = (
    select coalesce(sum(a.entries), 0), coalesce(sum(a.grants), 0), coalesce(sum(a.holds), 0), coalesce(sum(a.captures), 0),
      coalesce(sum(a.releases), 0), coalesce(sum(a.reclaims), 0), coalesce(bit_xor(a.checksum), 0), now(), now()
    from ledger_account_seal a where a.month = in_month
  ), last_account = default
  where s.month = in_month;
  return true;
end $$;
