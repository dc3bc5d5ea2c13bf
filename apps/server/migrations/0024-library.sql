-- The library: what an account generated and wants to keep.
--
-- A result is reserved before its charge is captured, because the answer says until when it is kept, and the account's storage
-- limit is checked under the account's lock. While hold_id is set the item is not visible: the settlement that captures the
-- charge clears it (settle_holds_and_keep). An item whose hold is gone belongs to a call that was not charged; the worker
-- deletes it with its files.
--
-- The files of an item are library/<account_id>/<item_id> and, for an image, the same name with .thumbnail. The row is written
-- before its files and deleted before them, so a file without a row is an orphan.
create table library_item (
  account_id   uuid not null references account on delete cascade,
  item_id      uuid not null,
  created_at   timestamptz not null default now(),
  hold_id      uuid,
  kind         text not null check (kind in ('image', 'contract', 'audit', 'deployment')),
  title        text not null,
  prompt       text,
  model        text,
  key_id       uuid,
  request_id   text,
  price        bigint not null default 0,
  details      jsonb not null,
  content_type text,
  bytes        bigint not null,
  expires_at   timestamptz,
  is_favourite boolean not null default false,
  share_token  text,
  primary key (account_id, item_id)
);

create index library_item_newest on library_item (account_id, created_at desc, item_id desc) where hold_id is null;
create index library_item_bytes on library_item (account_id) include (bytes);
create index library_item_reserved on library_item (hold_id) where hold_id is not null;
create index library_item_expires_at on library_item (expires_at) where expires_at is not null;
create unique index library_item_share_token on library_item (share_token) where share_token is not null;
create unique index library_item_deployment on library_item (account_id, (details->>'chainId'), (details->>'transactionHash'))
  where kind = 'deployment';

comment on column library_item.hold_id is 'the hold of a call that is not settled yet; null once its charge was captured';
comment on column library_item.content_type is 'of the file; null when the item has none';
comment on column library_item.bytes is 'size of the files, or of the details when there are none; counts towards stored_bytes';
comment on column library_item.expires_at is 'when the item is deleted; null means when its owner deletes it';

-- Calls with this key store their results unless the account's storage is full. Dashboard keys always do.
alter table api_key add column stores_results boolean not null default false;

-- As settle_holds_and_remember, and it makes the reserved library items of captured holds visible. Only batches with such
-- items call it.
create function settle_holds_and_keep(
  in_account_id     uuid[],
  in_hold_id        uuid[],
  in_captured       bigint[],
  in_answer_status  smallint[],
  in_answer_headers text[],
  in_answer_body    bytea[],
  in_answer_object  text[],
  in_memory         text[],
  in_lock_wait_in_ms integer default 10000
) returns table (settled_hold_id uuid, captured bigint, balance bigint) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set jit = off
as $$
begin
  return query
  with settled as materialized (
    select s.settled_hold_id, s.captured, s.balance
    from settle_holds_and_remember(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object, in_memory,
      in_lock_wait_in_ms
    ) s
  ),
  kept as (
    update library_item i set hold_id = null
    from settled s
    where s.captured > 0 and i.hold_id = s.settled_hold_id
  )
  select s.settled_hold_id, s.captured, s.balance from settled s;
end $$;
