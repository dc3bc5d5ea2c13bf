-- Settles a batch of holds in one statement and one commit: of each hold in_captured is spent and the rest
-- goes back. The answer to an idempotent request is kept with its charge; when nothing is spent the
-- idempotency key is free again. A hold that is not in the result was settled before.
create function settle_holds(
  in_account_id     uuid[],
  in_hold_id        uuid[],
  in_captured       bigint[],
  in_answer_status  smallint[],
  in_answer_headers text[],
  in_answer_body    bytea[],
  in_answer_object  text[]
) returns table (settled_hold_id uuid, captured bigint, balance bigint) language plpgsql as $$
begin
  perform 1 from account a where a.account_id = any(in_account_id) order by a.account_id for update;

  return query
  with settled as (
    delete from hold h
    using unnest(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object
    ) as given(account_id, hold_id, captured, answer_status, answer_headers, answer_body, answer_object)
    where h.account_id = given.account_id and h.hold_id = given.hold_id
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
  select s.hold_id, s.captured, m.balance from settled s join moved m on m.account_id = s.account_id;
end $$;

-- Gives back what a dead process or a missed deadline left held. Several workers may sweep at once: a hold settles once.
create function sweep_holds(silence_in_ms integer, at_most integer) returns bigint language plpgsql as $$
declare
  accounts uuid[];
  holds uuid[];
  swept bigint;
begin
  select array_agg(s.account_id), array_agg(s.hold_id) into accounts, holds
  from (
    select h.account_id, h.hold_id from hold h
    left join process p on p.process_id = h.process_id
    where h.deadline < now()
       or p.process_id is null
       or p.seen_at < now() - silence_in_ms * interval '1 millisecond'
    limit at_most
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
