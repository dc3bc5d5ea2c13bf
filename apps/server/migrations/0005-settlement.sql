-- Settles a batch of holds in one statement and one commit: captures in_captured of each hold and releases the rest. The
-- answer to an idempotent request is stored with its charge; when nothing is captured the idempotency key is free again. A
-- hold that is missing in the result was settled before. A hold whose captured amount is null belongs to a busy account
-- (see lock_accounts).
create function settle_holds(
  in_account_id     uuid[],
  in_hold_id        uuid[],
  in_captured       bigint[],
  in_answer_status  smallint[],
  in_answer_headers text[],
  in_answer_body    bytea[],
  in_answer_object  text[],
  in_lock_wait_in_ms integer default 10000
) returns table (settled_hold_id uuid, captured bigint, balance bigint) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set jit = off
  set lock_timeout = '10s'
as $$
declare
  busy_accounts uuid[] := lock_accounts(in_account_id, in_lock_wait_in_ms);
begin
  return query
  with settled as (
    delete from hold h
    using unnest(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object
    ) as given(account_id, hold_id, captured, answer_status, answer_headers, answer_body, answer_object)
    where h.account_id = given.account_id and h.hold_id = given.hold_id and h.account_id <> all(busy_accounts)
    returning h.*, least(greatest(given.captured, 0), h.amount) as captured, given.answer_status, given.answer_headers,
      given.answer_body, given.answer_object
  ),
  entries as (
    insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
    select s.account_id, part.kind, part.amount, s.operation, s.request_id, s.key_id, s.hold_id
    from settled s
    cross join lateral (values ('capture'::ledger_kind, s.captured), ('release', s.amount - s.captured)) as part(kind, amount)
    where part.amount > 0
  ),
  used as (
    insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
    select s.account_id, date_trunc('hour', now()), s.key_id, s.operation, count(*), sum(s.captured)
    from settled s where s.captured > 0
    group by s.account_id, s.key_id, s.operation
    on conflict (account_id, hour, key_id, operation) do update
      set requests = u.requests + excluded.requests, spent = u.spent + excluded.spent
  ),
  kept_answers as (
    update idempotent_answer i
    set answer_status = s.answer_status, answer_headers = s.answer_headers::jsonb, answer_body = s.answer_body,
        answer_object = s.answer_object
    from settled s
    where s.captured > 0 and i.account_id = s.account_id and i.idempotency_key = s.idempotency_key and i.hold_id = s.hold_id
  ),
  freed_keys as (
    delete from idempotent_answer i using settled s
    where s.captured = 0 and i.account_id = s.account_id and i.idempotency_key = s.idempotency_key and i.hold_id = s.hold_id
  ),
  moved as (
    update account a
    set held = a.held - d.amount, spent = a.spent + d.captured, balance = a.balance + d.amount - d.captured
    from (select s.account_id, sum(s.amount) as amount, sum(s.captured) as captured from settled s group by s.account_id) d
    where a.account_id = d.account_id
    returning a.account_id, a.balance
  )
  select s.hold_id, s.captured, m.balance from settled s join moved m on m.account_id = s.account_id
  union all
  select given.hold_id, null, null from unnest(in_account_id, in_hold_id) as given(account_id, hold_id)
  where given.account_id = any(busy_accounts);
end $$;

-- Releases the holds of dead processes and the holds whose deadline has passed. A hold without a process belongs to a job that
-- continues. Several workers may sweep at once: a hold settles once. Accounts that are locked now are swept the next time.
create function sweep_holds(silence_in_ms integer, at_most integer) returns bigint language plpgsql as $$
declare
  accounts uuid[];
  holds uuid[];
  swept bigint;
begin
  select array_agg(s.account_id), array_agg(s.hold_id) into accounts, holds
  from (
    select h.account_id, h.hold_id from hold h
    join account a on a.account_id = h.account_id
    left join process p on p.process_id = h.process_id
    where h.process_id is not null and (
      h.deadline < now()
      or p.process_id is null
      or p.seen_at < now() - silence_in_ms * interval '1 millisecond'
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

-- Hands the hold of a request over to a job that continues after it. The hold gets a new id, so that nothing that knows the
-- old id can settle it, and loses its process and deadline. Stores the answer for its idempotency key. Returns false when the
-- hold is gone.
create function adopt_hold(
  in_account_id uuid, in_hold_id uuid, in_new_hold_id uuid,
  in_answer_status smallint, in_answer_headers jsonb, in_answer_body bytea
) returns boolean language plpgsql as $$
declare
  adopted record;
begin
  perform 1 from account a where a.account_id = in_account_id for update;
  update hold h set hold_id = in_new_hold_id, process_id = null, deadline = null
  where h.account_id = in_account_id and h.hold_id = in_hold_id
  returning h.key_id, h.operation, h.idempotency_key into adopted;
  if not found then
    return false;
  end if;
  update idempotent_answer i
  set hold_id = in_new_hold_id, answer_status = in_answer_status, answer_headers = in_answer_headers, answer_body = in_answer_body
  where i.account_id = in_account_id and i.idempotency_key = adopted.idempotency_key and i.hold_id = in_hold_id;
  insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
  values (in_account_id, date_trunc('hour', now()), adopted.key_id, adopted.operation, 1, 0)
  on conflict (account_id, hour, key_id, operation) do update set requests = u.requests + 1;
  return true;
end $$;

-- Releases what is left of an adopted hold.
create function release_adopted_hold(in_account_id uuid, in_hold_id uuid) returns bigint language plpgsql as $$
declare
  released record;
begin
  perform 1 from account a where a.account_id = in_account_id for update;
  delete from hold h where h.account_id = in_account_id and h.hold_id = in_hold_id returning h.* into released;
  if not found then
    return 0;
  end if;
  insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
  values (in_account_id, 'release', released.amount, released.operation, released.request_id, released.key_id, in_hold_id);
  update account a set held = a.held - released.amount, balance = a.balance + released.amount where a.account_id = in_account_id;
  return released.amount;
end $$;

-- Holds credits for a job that starts after its request was admitted: a hold without a process or a deadline, as adopt_hold
-- leaves it. Verdicts as in admit_requests: 0 held, 2 insufficient credits, 7 monthly limit of the key reached.
create function hold_for_work(
  in_account_id uuid, in_key_id uuid, in_hold_id uuid, in_amount bigint, in_operation text, in_request_id text
) returns table (verdict integer, balance bigint) language plpgsql as $$
#variable_conflict use_column
declare
  available bigint;
  month_left bigint;
begin
  select a.balance into available from account a where a.account_id = in_account_id for update;
  if in_amount > available then
    return query select 2, available;
    return;
  end if;
  select k.monthly_limit
    - coalesce((select sum(u.spent) from usage_hour u
        where u.account_id = in_account_id and u.key_id = in_key_id
          and u.hour >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'), 0)
    - coalesce((select sum(h.amount) from hold h where h.account_id = in_account_id and h.key_id = in_key_id), 0)
  into month_left from api_key k where k.account_id = in_account_id and k.key_id = in_key_id;
  if in_amount > month_left then
    return query select 7, available;
    return;
  end if;
  insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
  values (in_account_id, in_hold_id, in_key_id, in_amount, in_operation, in_request_id);
  insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
  values (in_account_id, 'hold', in_amount, in_operation, in_request_id, in_key_id, in_hold_id);
  insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
  values (in_account_id, date_trunc('hour', now()), in_key_id, in_operation, 1, 0)
  on conflict (account_id, hour, key_id, operation) do update set requests = u.requests + 1;
  return query
    update account a set balance = a.balance - in_amount, held = a.held + in_amount
    where a.account_id = in_account_id returning 0, a.balance;
end $$;

-- Captures or releases a part of such a hold. The caller must have locked the account, and must change the state of the job in
-- the same transaction, so that each part is settled once.
create function settle_held_part(in_account_id uuid, in_hold_id uuid, in_amount bigint, is_captured boolean)
returns void language plpgsql as $$
declare
  part record;
begin
  delete from hold h where h.account_id = in_account_id and h.hold_id = in_hold_id and h.amount = in_amount
  returning h.* into part;
  if not found then
    update hold h set amount = h.amount - in_amount
    where h.account_id = in_account_id and h.hold_id = in_hold_id and h.amount > in_amount
    returning h.* into part;
  end if;
  if not found then
    raise exception 'hold % has not % left to settle', in_hold_id, in_amount;
  end if;
  insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
  values (in_account_id, case when is_captured then 'capture' else 'release' end::ledger_kind, in_amount,
    part.operation, part.request_id, part.key_id, in_hold_id);
  if is_captured then
    insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
    values (in_account_id, date_trunc('hour', now()), part.key_id, part.operation, 0, in_amount)
    on conflict (account_id, hour, key_id, operation) do update set spent = u.spent + excluded.spent;
    update account a set held = a.held - in_amount, spent = a.spent + in_amount where a.account_id = in_account_id;
  else
    update account a set held = a.held - in_amount, balance = a.balance + in_amount where a.account_id = in_account_id;
  end if;
end $$;
