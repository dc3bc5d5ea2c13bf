-- The C2PA manifest in the file of an image, which its token's metadata names. Null for images without content credentials.
alter table collection_image add column credential text;

-- Installations without a certificate of their own derive one from this seed: all processes and all restarts sign alike.
create table credential_seed (
  is_only    boolean primary key default true check (is_only),
  seed       bytea not null check (octet_length(seed) = 32),
  created_at timestamptz(0) not null default now()
);

-- Writes the results of claims and captures the price of every image that was made, in one statement and one commit. A result
-- whose claim belongs to another process or has another fence is ignored and missing in the result. A result with the state
-- busy was not written (see lock_accounts).
-- Outcomes: made, failed (final), retry (failed, try again after retry_in_ms), back (not attempted, try again).
-- The worker sends the image's IPFS content id, because it has the bytes: minting then need not read the images again.
create or replace function finish_images(
  in_process_id      uuid,
  in_results         jsonb,
  in_lock_wait_in_ms integer default 10000
) returns table (account_id uuid, collection_id uuid, number integer, state text) language plpgsql
  set plan_cache_mode = force_generic_plan
  set lock_timeout = '10s'
as $$
#variable_conflict use_column
declare
  accounts uuid[] := array(select distinct (r ->> 'account_id')::uuid from jsonb_array_elements(in_results) r);
  busy_accounts uuid[] := lock_accounts(accounts, in_lock_wait_in_ms);
begin
  return query
  with given as (
    select * from jsonb_to_recordset(in_results) as g(
      account_id uuid, collection_id uuid, number integer, fence bigint, outcome text, retry_in_ms integer,
      object text, sha256 text, cid text, byte_size bigint, width integer, height integer, seed bigint, engine text,
      warnings jsonb, credential text, error_code text, error_message text
    )
  ),
  taken as (
    delete from image_claim c using given g
    where c.account_id = g.account_id and c.collection_id = g.collection_id and c.number = g.number
      and c.fence = g.fence and c.process_id = in_process_id and c.account_id <> all(busy_accounts)
    returning g.*
  ),
  written as (
    update collection_image i set
      state = case t.outcome when 'made' then 'made' when 'failed' then 'failed' else 'waiting' end,
      fence = t.fence,
      failures = i.failures + case when t.outcome in ('failed', 'retry') then 1 else 0 end,
      retry_at = case when t.outcome in ('retry', 'back') then clock_timestamp() + coalesce(t.retry_in_ms, 0) * interval '1 millisecond' end,
      object = t.object, sha256 = decode(t.sha256, 'hex'), cid = t.cid, byte_size = t.byte_size,
      width = t.width, height = t.height,
      seed = coalesce(t.seed, i.seed), engine = t.engine, warnings = t.warnings, credential = t.credential,
      error_code = t.error_code, error_message = t.error_message,
      made_at = case t.outcome when 'made' then clock_timestamp() end,
      finish_order = case when t.outcome in ('made', 'failed') then nextval('image_finish_order') end
    from taken t
    join collection c on c.account_id = t.account_id and c.collection_id = t.collection_id
    where i.account_id = t.account_id and i.collection_id = t.collection_id and i.number = t.number
      and i.state = 'waiting' and c.state in ('queued', 'processing')
    returning i.account_id, i.collection_id, i.number, i.state, i.engine, i.byte_size
  ),
  captured as (
    select c.account_id, c.hold_id, sum(c.price_each)::bigint as amount
    from written w join collection c on c.account_id = w.account_id and c.collection_id = w.collection_id
    where w.state = 'made'
    group by c.account_id, c.hold_id
  ),
  reduced as (
    update hold h set amount = h.amount - d.amount from captured d
    where h.account_id = d.account_id and h.hold_id = d.hold_id and h.amount > d.amount
    returning h.account_id, h.hold_id, h.key_id, h.operation, h.request_id, d.amount
  ),
  emptied as (
    delete from hold h using captured d
    where h.account_id = d.account_id and h.hold_id = d.hold_id and h.amount = d.amount
    returning h.account_id, h.hold_id, h.key_id, h.operation, h.request_id, d.amount
  ),
  spent as (select * from reduced union all select * from emptied),
  entries as (
    insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
    select s.account_id, 'capture', s.amount, s.operation, s.request_id, s.key_id, s.hold_id from spent s
  ),
  used as (
    insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
    select s.account_id, date_trunc('hour', now()), s.key_id, s.operation, 0, sum(s.amount) from spent s
    group by s.account_id, s.key_id, s.operation
    on conflict (account_id, hour, key_id, operation) do update set spent = u.spent + excluded.spent
  ),
  moved as (
    update account a set held = a.held - d.amount, spent = a.spent + d.amount
    from (select s.account_id, sum(s.amount)::bigint as amount from spent s group by s.account_id) d
    where a.account_id = d.account_id
  ),
  counted as (
    update collection c set engine = coalesce(c.engine, f.engine), stored_bytes = c.stored_bytes + f.bytes
    from (
      select w.account_id, w.collection_id, (array_agg(w.engine order by w.number))[1] as engine, sum(w.byte_size)::bigint as bytes
      from written w where w.state = 'made' group by w.account_id, w.collection_id
    ) f
    where c.account_id = f.account_id and c.collection_id = f.collection_id
  )
  select w.account_id, w.collection_id, w.number, w.state from written w
  union all
  select g.account_id, g.collection_id, g.number, 'busy' from given g where g.account_id = any(busy_accounts);
end $$;
