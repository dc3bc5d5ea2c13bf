-- One account cannot hold up the others: no statement waits for its locks, and the operator limits what it may use.

-- What the operator lets an account use; null means no limit. The first table has one row, for every account: API processes
-- write it from their configuration when they start, and without it there are no limits. The second has a row for each account that differs.
create table limit_default (
  is_only          boolean primary key default true check (is_only),
  rate_per_minute  integer check (rate_per_minute > 0),
  keys             integer check (keys >= 0),
  streams          integer check (streams >= 0),
  stored_bytes     bigint check (stored_bytes >= 0),
  pages            integer check (pages >= 0),
  heavy_operations integer check (heavy_operations >= 0)
);

create table account_limit (
  account_id       uuid primary key references account on delete cascade,
  rate_per_minute  integer check (rate_per_minute > 0),
  keys             integer check (keys >= 0),
  streams          integer check (streams >= 0),
  stored_bytes     bigint check (stored_bytes >= 0),
  pages            integer check (pages >= 0),
  heavy_operations integer check (heavy_operations >= 0)
);

-- The limits that hold for an account.
create function limits_of(in_account_id uuid) returns table (
  rate_per_minute integer, keys integer, streams integer, stored_bytes bigint, pages integer, heavy_operations integer
) language sql stable as $$
  select coalesce(l.rate_per_minute, d.rate_per_minute), coalesce(l.keys, d.keys), coalesce(l.streams, d.streams),
         coalesce(l.stored_bytes, d.stored_bytes), coalesce(l.pages, d.pages), coalesce(l.heavy_operations, d.heavy_operations)
  from (values (in_account_id)) as asked(account_id)
  left join limit_default d on true
  left join account_limit l on l.account_id = asked.account_id
$$;

-- What an account has under way and may have so many of at once. A place belongs to a process and is free again when that
-- process ends or falls silent.
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
  -- One at a time: two processes would both see the last place free. Not the account's row, which payments need.
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

-- For deleting the windows of keys that were revoked.
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;

-- Counted here when an image is written: a sum over millions of images would be too slow to ask for every collection.
alter table collection add column stored_bytes bigint not null default 0;
update collection c set stored_bytes = coalesce((
  select sum(i.byte_size) from collection_image i where i.account_id = c.account_id and i.collection_id = c.collection_id
), 0);

-- Every batched statement locks its accounts in the order of their ids and waits in_lock_wait_in_ms for each, so a batch waits
-- for a row that stays locked once, for a moment. With 0 it waits for none: it works on the accounts that it could lock and
-- names the others as busy, and its process continues with those in statements of their own. The timeouts are settings of the
-- functions: a pooler refuses settings that come with a connection, and one that is set on a connection reaches others.

-- Locks the accounts that no other transaction has locked, without waiting, and returns the others.
create function lock_free_accounts(in_account_id uuid[]) returns uuid[] language plpgsql as $$
declare
  locked uuid[];
begin
  locked := array(
    select a.account_id from account a where a.account_id = any(in_account_id)
    order by a.account_id for update skip locked
  );
  return array(
    select a.account_id from account a where a.account_id = any(in_account_id) and a.account_id <> all(locked)
  );
end $$;

drop function admit_requests(
  uuid, bytea[], integer[], integer[], bigint[], uuid[], text[], text[], text[], bytea[], integer[]
);

-- Admits a batch of requests in one statement and one commit: known key, within its rate, first of its
-- idempotency key, enough credits, hold taken. Requests arrive grouped by key: key n owns the requests
-- in_first_request[n] .. in_first_request[n] + in_request_count[n] - 1.
--
-- Every writer locks the accounts first, in their order, so two replicas cannot deadlock; what belongs to
-- an account (windows, holds, idempotency keys) is then safe from others without locks of its own.
--
-- Rate: a key's requests are counted over this second and the 60 before it. That span covers every
-- 60-second window, so the limit is never exceeded in any of them; a bucket that refills would allow
-- almost twice the limit within one. Running totals per second make it one subtraction, not a sum.
--
-- Verdicts: 0 admitted, 1 rate limited, 2 insufficient credits, 3 replay, 4 idempotency key of another
-- body, 5 idempotency key still running, 6 operation not allowed to the key, 7 the key's limit of the month reached,
-- 8 the account's rate limited.
-- A key that is not in the answer is unknown, expired or revoked.
--
-- The account's own rate, which the operator sets, is counted over the windows of all its keys. An account with one key needs
-- no more than that key's window; the windows of the others are read once per account and batch. They are few: the operator
-- limits how many keys an account has, and the window of a revoked key is deleted after an hour.
--
-- A key's limit of the month counts what it spent and what it holds. Both are read only for keys that have a limit, under
-- the account's lock: a counter on every key would cost every request, and would have to follow every settlement.
--
-- Planned once: left alone, PostgreSQL plans these statements anew for every call, because a plan for one row looks
-- cheaper than a plan for any number; that was two thirds of a lone request (1.5 ms of processor time before, 0.5 ms
-- after, with 1,000 accounts). One plan is right for every batch as long as it goes by the indexes. Where a table of one row
-- has none, the penalty for its scan would have every call compiled, at 20 ms each: so nothing is compiled here.
--
-- Not waited for: a hold reaches the disk a moment after its commit. The log is written in order and a settlement is
-- waited for, so no capture outlives a hold that is lost. A database that dies within that moment has forgotten the
-- hold and never took its credits; the request finds nothing to capture and must not deliver.
--
-- Tells which keys have a saved context, so that a question of a key without one need not look for it.
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
    busy_accounts := lock_free_accounts(array(
      select k.account_id from unnest(in_secret_hash) as asked(secret_hash)
      join api_key k on k.secret_hash = asked.secret_hash
    ));
    select array_agg(asked.position) into busy
    from unnest(in_secret_hash) with ordinality as asked(secret_hash, position)
    join api_key k on k.secret_hash = asked.secret_hash
    where k.account_id = any(busy_accounts);
  end if;
  -- Read after the locks: a request that waited for one counts when it was admitted.
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
    -- Below zero when a limit was lowered: then more than one must leave before the next may come.
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

drop function settle_holds(uuid[], uuid[], bigint[], smallint[], text[], bytea[], text[]);

-- Settles a batch of holds in one statement and one commit: of each hold in_captured is spent and the rest
-- goes back. The answer to an idempotent request is kept with its charge; when nothing is spent the
-- idempotency key is free again. A hold that is not in the result was settled before; one whose captured is null is busy.
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
  busy_accounts uuid[] := '{}';
begin
  if in_lock_wait_in_ms > 0 then
    perform set_config('lock_timeout', in_lock_wait_in_ms::text, true);
    perform 1 from account a where a.account_id = any(in_account_id) order by a.account_id for update;
  else
    busy_accounts := lock_free_accounts(in_account_id);
  end if;

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

drop function settle_holds_and_remember(uuid[], uuid[], bigint[], smallint[], text[], bytea[], text[], text[]);

-- As settle_holds, and remembers what was said in the same commit. A settlement names a memory only for an answer that was
-- delivered, so a free answer is remembered too. The captured amount of a busy account is null.
create function settle_holds_and_remember(
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
    from settle_holds(
      in_account_id, in_hold_id, in_captured, in_answer_status, in_answer_headers, in_answer_body, in_answer_object,
      in_lock_wait_in_ms
    ) s
  ),
  said as (
    insert into chat_record (
      account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id,
      prompt_tokens, completion_tokens, first_text_in_ms
    )
    select given.account_id, m."keyId", clock_timestamp(), given.hold_id, m."sdkUniqueId", m.model, m.question, m.answer,
           length(m.question) + length(m.answer), m."requestId", m."promptTokens", m."completionTokens", m."firstTextInMs"
    from unnest(in_account_id, in_hold_id, in_memory) as given(account_id, hold_id, memory)
    join settled s on s.settled_hold_id = given.hold_id and s.captured is not null
    cross join lateral json_to_record(given.memory::json) as m(
      "keyId" uuid, "sdkUniqueId" text, model text, question text, answer text, "requestId" text,
      "promptTokens" integer, "completionTokens" integer, "firstTextInMs" integer
    )
    where given.memory is not null
    returning account_id, key_id, coalesce(sdk_unique_id, '') as sdk_unique_id, created_at
  ),
  counted_sessions as (
    insert into chat_session as c (account_id, key_id, sdk_unique_id, records, last_at)
    select said.account_id, said.key_id, said.sdk_unique_id, count(*), max(said.created_at) from said
    group by said.account_id, said.key_id, said.sdk_unique_id
    on conflict (account_id, key_id, sdk_unique_id) do update
      set records = c.records + excluded.records, last_at = greatest(c.last_at, excluded.last_at)
  ),
  counted_keys as (
    insert into chat_key as c (account_id, key_id, records)
    select said.account_id, said.key_id, count(*) from said group by said.account_id, said.key_id
    on conflict (account_id, key_id) do update set records = c.records + excluded.records
  )
  select s.settled_hold_id, s.captured, s.balance from settled s;
end $$;

-- Gives back what a dead process or a missed deadline left held. A hold without a process belongs to work that goes on. Several
-- workers may sweep at once: a hold settles once. Accounts that are locked at the moment are swept the next time.
create or replace function sweep_holds(silence_in_ms integer, at_most integer) returns bigint language plpgsql as $$
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

drop function finish_images(uuid, jsonb);

-- Writes results under their fences and captures what was made, with each image its name in IPFS. A result whose state is
-- busy was not written.
create function finish_images(
  in_process_id      uuid,
  in_results         jsonb,
  in_lock_wait_in_ms integer default 10000
) returns table (account_id uuid, collection_id uuid, number integer, state text) language plpgsql
  set lock_timeout = '10s'
as $$
#variable_conflict use_column
declare
  accounts uuid[] := array(select distinct (r ->> 'account_id')::uuid from jsonb_array_elements(in_results) r);
  busy_accounts uuid[] := '{}';
begin
  if in_lock_wait_in_ms > 0 then
    perform set_config('lock_timeout', in_lock_wait_in_ms::text, true);
    perform 1 from account a where a.account_id = any(accounts) order by a.account_id for update;
  else
    busy_accounts := lock_free_accounts(accounts);
  end if;

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
      seed = coalesce(t.seed, i.seed), engine = t.engine, warnings = t.warnings,
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
