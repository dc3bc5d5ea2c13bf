-- The first answer to an idempotency key. answer_status is null while the first request runs. A body that is too large for a
-- row is in the object store, under the name in answer_object.
create table idempotent_answer (
  account_id      uuid not null,
  idempotency_key text not null,
  fingerprint     bytea not null,
  hold_id         uuid not null,
  expires_at      timestamptz not null,
  answer_status   smallint,
  answer_headers  jsonb,
  answer_body     bytea,
  answer_object   text,
  primary key (account_id, idempotency_key)
);

create index idempotent_answer_expires_at on idempotent_answer (expires_at);

-- Seconds until `leaving` requests have left the window with these running totals, oldest second first.
create function seconds_until_left(seen_by_second bigint[], leaving bigint)
returns integer language sql immutable parallel safe as $$
  select coalesce(min(position) - 1, cardinality(seen_by_second))::integer
  from unnest(seen_by_second) with ordinality as total(seen, position)
  where seen - seen_by_second[1] >= leaving
$$;

-- A batched statement (admit_requests, settle_holds, finish_images) locks its accounts in the order of their ids and waits
-- in_lock_wait_in_ms for each, so one account that stays locked delays a batch once. With 0 it does not wait: it processes the
-- accounts that it could lock and reports the others as busy, and its process retries those in separate statements. The
-- timeouts are settings of the functions, because a pooler rejects settings that come with a connection, and a setting made on
-- a pooled connection reaches other clients.

-- Locks the accounts and returns those that are busy: with a wait of 0, the ones that another transaction has locked. The
-- caller has a lock_timeout of its own, so the wait ends with the caller.
create function lock_accounts(in_account_id uuid[], in_lock_wait_in_ms integer) returns uuid[] language plpgsql as $$
declare
  locked uuid[];
begin
  if in_lock_wait_in_ms > 0 then
    perform set_config('lock_timeout', in_lock_wait_in_ms::text, true);
    perform 1 from account a where a.account_id = any(in_account_id) order by a.account_id for update;
    return '{}';
  end if;
  locked := array(
    select a.account_id from account a where a.account_id = any(in_account_id)
    order by a.account_id for update skip locked
  );
  return array(
    select a.account_id from account a where a.account_id = any(in_account_id) and a.account_id <> all(locked)
  );
end $$;

-- Admits a batch of requests in one statement and one commit: known key, within its rate, first of its
-- idempotency key, enough credits, hold taken. Requests arrive grouped by key: key n owns the requests
-- in_first_request[n] .. in_first_request[n] + in_request_count[n] - 1.
--
-- Every writer locks the accounts first, in the order of their ids, so two replicas cannot deadlock. The rows of an
-- account (windows, holds, idempotency keys) then need no locks of their own.
--
-- Rate: a key's requests are counted over this second and the 60 before it. That span covers every
-- 60-second window, so the limit is never exceeded in any of them; a bucket that refills would allow
-- almost twice the limit within one. Running totals per second make it one subtraction, not a sum.
--
-- Verdicts: 0 admitted, 1 key rate limited, 2 insufficient credits, 3 replay, 4 idempotency key used with another body,
-- 5 idempotency key still running, 6 operation not allowed for the key, 7 monthly limit of the key reached,
-- 8 account rate limited. A key that is missing in the result is unknown, expired or revoked.
--
-- The operator's rate limit of an account is counted over the windows of all its keys. An account with one key needs only
-- that key's window; the windows of other keys are read once per account and batch. They are few: the operator limits the
-- number of keys per account, and the window of a revoked key is deleted after an hour.
--
-- A key's monthly limit counts what it spent and what it holds. Both are read only for keys that have a limit, under the
-- account's lock: a counter on every key would slow every request and would have to follow every settlement.
--
-- Planned once: by default PostgreSQL plans these statements again for every call, because a plan for one row looks cheaper
-- than a generic plan; that was two thirds of a single request (1.5 ms of CPU time before, 0.5 ms after, with 1,000
-- accounts). One plan is right for every batch as long as it uses the indexes. The default limits are one row without an index,
-- and the penalty for scanning it would start the JIT compiler in every call, 20 ms each: so it is off.
--
-- Asynchronous commit: a hold reaches the disk shortly after its commit. The log is written in order and a settlement commits
-- synchronously, so no capture survives a hold that is lost. A database that crashes in between has lost the hold and never
-- took its credits; the request finds nothing to capture and must not deliver.
--
-- The result says which keys have a saved context, so that chat need not look for one.
create function admit_requests(
  in_process_id      uuid,
  in_secret_hash     bytea[],
  in_first_request   integer[],
  in_request_count   integer[],
  in_price           bigint[],
  in_hold_id         uuid[],
  in_operation       text[],
  in_request_id      text[],
  in_idempotency_key text[],
  in_fingerprint     bytea[],
  in_deadline_in_ms  integer[],
  in_lock_wait_in_ms integer default 10000
) returns json language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set jit = off
  set lock_timeout = '10s'
as $$
declare
  key record;
  claim record;
  this_second bigint;
  admitted integer;
  room bigint;
  room_left bigint;
  default_account_rate integer := (select d.rate_per_minute from limit_default d);
  account_left bigint;
  account_totals bigint[];
  is_account_bound boolean;
  verdict integer;
  new_balance bigint;
  account_before uuid;
  month_left bigint;
  verdicts integer[] := array_fill(1, array[cardinality(in_price)]);
  balances bigint[] := array_fill(0::bigint, array[cardinality(in_price)]);
  holding_account uuid[] := array_fill(null::uuid, array[cardinality(in_price)]);
  holding_key uuid[] := array_fill(null::uuid, array[cardinality(in_price)]);
  window_account uuid[];
  window_key uuid[];
  window_shift integer[];
  window_admitted integer[];
  has_holds boolean := false;
  positions bigint[];
  rates integer[];
  rooms bigint[];
  have_context boolean[];
  retry_after integer;
  retries_after integer[];
  busy_accounts uuid[] := '{}';
  busy bigint[];
begin
  if in_lock_wait_in_ms > 0 then
    perform set_config('lock_timeout', in_lock_wait_in_ms::text, true);
    perform 1 from unnest(in_secret_hash) as asked(secret_hash)
    join api_key k on k.secret_hash = asked.secret_hash
    join account a on a.account_id = k.account_id
    order by a.account_id for update of a;
  else
    busy_accounts := lock_accounts(array(
      select k.account_id from unnest(in_secret_hash) as asked(secret_hash)
      join api_key k on k.secret_hash = asked.secret_hash
    ), 0);
    select array_agg(asked.position) into busy
    from unnest(in_secret_hash) with ordinality as asked(secret_hash, position)
    join api_key k on k.secret_hash = asked.secret_hash
    where k.account_id = any(busy_accounts);
  end if;
  -- Read after the locks: a request that waited for a lock counts in the second in which it is admitted.
  this_second := floor(extract(epoch from clock_timestamp()));

  for key in
    select asked.position, asked.requests, k.account_id, k.key_id, k.rate_per_minute, k.allowed_operations, k.monthly_limit,
           a.balance, gone.shift, w.seen, w.seen_by_second,
           case when gone.shift > 60 then 0 else w.seen - w.seen_by_second[gone.shift + 1] end as recent,
           coalesce(l.rate_per_minute, default_account_rate) as account_rate,
           exists (select from api_key_window o where o.account_id = k.account_id and o.key_id <> k.key_id) as has_more_keys,
      exists (select from chat_context c where c.account_id = k.account_id and c.key_id = k.key_id) as has_context
    from unnest(in_secret_hash, in_request_count) with ordinality as asked(secret_hash, requests, position)
    join api_key k on k.secret_hash = asked.secret_hash
    join account a on a.account_id = k.account_id
    join api_key_window w on w.account_id = k.account_id and w.key_id = k.key_id
    left join account_limit l on l.account_id = k.account_id
    cross join lateral (select least(greatest(this_second - w.last_second, 0), 61)::integer) as gone(shift)
    where k.account_id <> all(busy_accounts) and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    order by k.account_id
  loop
    if key.account_id is distinct from account_before then
      account_before := key.account_id;
      new_balance := key.balance;
      account_totals := null;
      account_left := key.account_rate - key.recent;
      if key.has_more_keys and key.account_rate is not null then
        select key.account_rate - sum(o.seen - o.seen_by_second[gone.shift + 1])::bigint into account_left
        from api_key_window o
        cross join lateral (select least(greatest(this_second - o.last_second, 0), 61)::integer) as gone(shift)
        where o.account_id = key.account_id and gone.shift <= 60;
        account_left := coalesce(account_left, key.account_rate);
      end if;
    end if;

    month_left := null;
    if key.monthly_limit is not null then
      select key.monthly_limit
        - coalesce((select sum(u.spent) from usage_hour u
            where u.account_id = key.account_id and u.key_id = key.key_id
              and u.hour >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'), 0)
        - coalesce((select sum(h.amount) from hold h
            where h.account_id = key.account_id and h.key_id = key.key_id), 0)
      into month_left;
    end if;

    admitted := key.requests;
    room := null;
    -- Below zero after a limit was lowered: then more than one request must leave the window before the next is admitted.
    room_left := least(key.rate_per_minute - key.recent, account_left);
    is_account_bound := key.rate_per_minute is null or account_left < key.rate_per_minute - key.recent;
    if room_left is not null then
      room := greatest(room_left, 0);
      admitted := least(room, admitted);
    end if;
    account_left := account_left - admitted;

    for i in in_first_request[key.position] .. in_first_request[key.position] + admitted - 1 loop
      verdict := case when in_operation[i] = any(key.allowed_operations) is false then 6 else 0 end;
      if verdict = 0 and in_idempotency_key[i] is not null then
        select c.fingerprint, c.answer_status into claim from idempotent_answer c
        where c.account_id = key.account_id and c.idempotency_key = in_idempotency_key[i] and c.expires_at > now();
        if found then
          verdict := case
            when claim.fingerprint <> in_fingerprint[i] then 4
            when claim.answer_status is null then 5
            else 3
          end;
        end if;
      end if;
      if verdict = 0 and in_price[i] > 0 then
        if in_price[i] > new_balance then
          verdict := 2;
        elsif in_price[i] > month_left then
          verdict := 7;
        else
          new_balance := new_balance - in_price[i];
          month_left := month_left - in_price[i];
          holding_account[i] := key.account_id;
          holding_key[i] := key.key_id;
          has_holds := true;
          if in_idempotency_key[i] is not null then
            insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at)
            values (key.account_id, in_idempotency_key[i], in_fingerprint[i], in_hold_id[i], now() + interval '24 hours')
            on conflict (account_id, idempotency_key) do update
              set fingerprint = excluded.fingerprint, hold_id = excluded.hold_id, expires_at = excluded.expires_at,
                  answer_status = null, answer_headers = null, answer_body = null, answer_object = null;
          end if;
        end if;
      end if;
      verdicts[i] := verdict;
      balances[i] := new_balance;
    end loop;

    for i in in_first_request[key.position] + admitted .. in_first_request[key.position] + key.requests - 1 loop
      balances[i] := new_balance;
      if is_account_bound then
        verdicts[i] := 8;
      end if;
    end loop;

    retry_after := null;
    if admitted >= room then
      if is_account_bound and key.has_more_keys then
        account_totals := coalesce(account_totals, array(
          select sum(total.seen)::bigint from api_key_window o
          cross join lateral (select least(greatest(this_second - o.last_second, 0), 61)::integer) as gone(shift)
          cross join lateral unnest(o.seen_by_second[gone.shift + 1 : 61] || array_fill(o.seen, array[gone.shift]))
            with ordinality as total(seen, position)
          where o.account_id = key.account_id
          group by total.position order by total.position
        ));
        retry_after := seconds_until_left(account_totals, admitted - room_left + 1);
      else
        retry_after := seconds_until_left(
          key.seen_by_second[key.shift + 1 : 61] || array_fill(key.seen, array[key.shift]), admitted - room_left + 1
        );
      end if;
    end if;
    positions := positions || key.position;
    rates := rates || case when is_account_bound then key.account_rate else key.rate_per_minute end;
    rooms := rooms || room;
    have_context := have_context || key.has_context;
    retries_after := retries_after || retry_after;
    window_account := window_account || key.account_id;
    window_key := window_key || key.key_id;
    window_shift := window_shift || key.shift;
    window_admitted := window_admitted || admitted;
  end loop;

  update api_key_window w set
    last_second = greatest(w.last_second, this_second),
    seen = w.seen + d.admitted,
    seen_by_second = case d.shift
      when 0 then w.seen_by_second
      else w.seen_by_second[d.shift + 1 : 61] || array_fill(w.seen, array[d.shift])
    end,
    last_used_at = now()
  from unnest(window_account, window_key, window_shift, window_admitted) as d(account_id, key_id, shift, admitted)
  where w.account_id = d.account_id and w.key_id = d.key_id;

  if has_holds then
    with held as (
      insert into hold (account_id, hold_id, key_id, process_id, amount, operation, request_id, idempotency_key, deadline)
      select r.account_id, r.hold_id, r.key_id, in_process_id, r.price, r.operation, r.request_id, r.idempotency_key,
             now() + r.deadline_in_ms * interval '1 millisecond'
      from unnest(holding_account, holding_key, in_hold_id, in_price, in_operation, in_request_id, in_idempotency_key, in_deadline_in_ms)
        as r(account_id, key_id, hold_id, price, operation, request_id, idempotency_key, deadline_in_ms)
      where r.account_id is not null
      returning account_id, hold_id, key_id, amount, operation, request_id
    ),
    entries as (
      insert into ledger_entry (account_id, kind, amount, operation, request_id, key_id, hold_id)
      select account_id, 'hold', amount, operation, request_id, key_id, hold_id from held
    )
    update account a set balance = a.balance - d.amount, held = a.held + d.amount
    from (select account_id, sum(amount) as amount from held group by account_id) d
    where a.account_id = d.account_id;
  end if;

  perform set_config('synchronous_commit', 'off', true);

  return json_build_object(
    'positions', positions, 'accounts', window_account, 'keys', window_key, 'rates', rates, 'rooms', rooms,
    'retriesAfter', retries_after, 'haveContext', have_context, 'verdicts', verdicts, 'balances', balances, 'busy', busy
  );
end $$;
