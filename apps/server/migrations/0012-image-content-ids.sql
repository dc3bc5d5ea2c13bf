-- Writes results under their fences, as before, and with each image its name in IPFS: who made the file has its bytes at
-- hand, and a collection is described without reading its images again.
create or replace function finish_images(in_process_id uuid, in_results jsonb)
returns table (account_id uuid, collection_id uuid, number integer, state text) language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from account a
  where a.account_id in (select (r ->> 'account_id')::uuid from jsonb_array_elements(in_results) r)
  order by a.account_id for update;

  return query
  with given as (
    select * from jsonb_to_recordset(in_results) as g(
      account_id uuid, collection_id uuid, number integer, fence bigint, outcome text, retry_in_ms integer,
      object text, sha256 text, cid text, byte_size bigint, width integer, height integer, seed bigint, engine text,
      warnings jsonb, error_code text, error_message text
    )
  ),
  taken as (
    delete from image_claim c using given g
    where c.account_id = g.account_id and c.collection_id = g.collection_id and c.number = g.number
      and c.fence = g.fence and c.process_id = in_process_id
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
      seed = coalesce(t.seed, i.seed), engine = t.engine, warnings = t.warnings,
      error_code = t.error_code, error_message = t.error_message,
      made_at = case t.outcome when 'made' then clock_timestamp() end,
      finish_order = case when t.outcome in ('made', 'failed') then nextval('image_finish_order') end
    from taken t
    join collection c on c.account_id = t.account_id and c.collection_id = t.collection_id
    where i.account_id = t.account_id and i.collection_id = t.collection_id and i.number = t.number
      and i.state = 'waiting' and c.state in ('queued', 'processing')
    returning i.account_id, i.collection_id, i.number, i.state, i.engine
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
  named as (
    update collection c set engine = f.engine
    from (
      select distinct on (w.account_id, w.collection_id) w.account_id, w.collection_id, w.engine from written w
      where w.state = 'made' order by w.account_id, w.collection_id, w.number
    ) f
    where c.account_id = f.account_id and c.collection_id = f.collection_id and c.engine is null
  )
  select w.account_id, w.collection_id, w.number, w.state from written w;
end $$;
