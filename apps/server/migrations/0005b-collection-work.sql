alter table collection
  add column made integer,
  add column failed integer,
  add column needs_tidying boolean not null default false,
  add check ((made is null) = (finished_at is null));

comment on column collection.made is 'written when the collection ends; until then its images are counted';
comment on column collection.needs_tidying is 'a worker that lost its claim may have left a file';

alter table collection_image
  add column losses integer not null default 0,
  add column finish_order bigint;

comment on column collection_image.losses is 'how often the worker that had it was gone before it was made';
comment on column collection_image.finish_order is 'grows with each image that an account finishes, in the order of the commits';

drop index collection_image_object;
create index collection_image_finished on collection_image (account_id, collection_id, finish_order) where finish_order is not null;

-- Who gets the next image. Workers do not take jobs from one long queue: they ask an account's turn, then that
-- account's oldest collection. So a claim costs the same whether ten images wait or a million.
--
-- Order of locks: account, image_line, account_turn, collection, image_claim, collection_image. A claim locks no
-- account; whatever moves credits locks the account first.

-- One line for each model: its virtual clock, and whether its engine is known to be down.
create table image_line (
  model        text primary key,
  virtual_time double precision not null default 0,
  down_since   timestamptz,
  paused_until timestamptz
);

-- Start-time fair queueing: the account whose next image has the smallest start tag is served next. An account that
-- comes back from idleness starts at the line's clock, so nobody saves up turns.
create table account_turn (
  account_id    uuid not null,
  model         text not null,
  virtual_start double precision not null,
  look_at       timestamptz,
  primary key (account_id, model)
) with (fillfactor = 70);

comment on column account_turn.look_at is 'when this account may have an image to hand out; null when it has no unfinished collection';

create index account_turn_next on account_turn (model, virtual_start) where look_at is not null;

-- A worker has the image. The fence is new with every claim: who comes with an older one is refused.
create table image_claim (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null,
  fence         bigint not null,
  process_id    uuid not null,
  model         text not null,
  claimed_at    timestamptz not null default now(),
  primary key (account_id, collection_id, number)
);

create sequence image_fence;
create sequence image_finish_order;

-- Gives an account its place in a line. Called before rows are written for it.
create function join_line(in_account_id uuid, in_model text) returns void language sql as $$
  insert into image_line (model) values (in_model) on conflict do nothing;
  insert into account_turn as t (account_id, model, virtual_start, look_at)
  select in_account_id, in_model, l.virtual_time, now() from image_line l where l.model = in_model
  on conflict (account_id, model) do update
    set virtual_start = case
          when t.look_at is null then greatest(t.virtual_start, excluded.virtual_start)
          else t.virtual_start
        end,
        look_at = now();
$$;

-- Claims up to in_slots images of the models that one engine serves. The engine's limit and each account's limit on it
-- hold over all workers, because claims on a line are made one at a time and what runs is counted, not remembered.
-- A line that is down gives one image at a time, to see whether its engine is back.
create function claim_images(
  in_process_id uuid, in_models text[], in_slots integer, in_engine_limit integer, in_account_limit integer
) returns table (
  account_id uuid, collection_id uuid, number integer, fence bigint, seed bigint, traits jsonb, failures integer, losses integer,
  model text, is_probe boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  free integer;
  busy_accounts uuid[];
  turn record;
  source record;
  left_over integer;
  taken integer;
  clock double precision;
begin
  -- A claim that a crash forgets was never made: its fence finds nothing and the image is claimed again.
  perform set_config('synchronous_commit', 'off', true);
  perform 1 from image_line l where l.model = any(in_models) order by l.model for update;
  free := least(in_slots, in_engine_limit - (select count(*)::integer from image_claim c where c.model = any(in_models)));
  if free <= 0 then
    return;
  end if;
  select array_agg(busy.account_id) into busy_accounts from (
    select c.account_id from image_claim c where c.model = any(in_models) group by c.account_id having count(*) >= in_account_limit
  ) busy;

  for turn in
    with line as (
      select l.model, l.virtual_time, l.down_since is not null as is_down,
        case
          when l.down_since is null then free
          when exists (select 1 from image_claim c where c.model = l.model) then 0
          else 1
        end as room
      from image_line l
      where l.model = any(in_models) and (l.paused_until is null or l.paused_until <= clock_timestamp())
    ),
    running as (
      select c.account_id, count(*)::integer as images from image_claim c where c.model = any(in_models) group by c.account_id
    ),
    first_turns as (
      select line.model, line.is_down, t.account_id, t.virtual_start, t.virtual_start - line.virtual_time as lag,
        least(line.room, in_account_limit - coalesce(running.images, 0)) as places
      from line
      cross join lateral (
        select a.account_id, a.virtual_start from account_turn a
        where a.model = line.model and a.look_at <= clock_timestamp()
          and (busy_accounts is null or not a.account_id = any(busy_accounts))
        order by a.virtual_start, a.account_id limit line.room
      ) t
      left join running on running.account_id = t.account_id
    )
    select s.account_id, s.model, s.is_down, s.virtual_start, count(*)::integer as share
    from (
      select f.* from first_turns f cross join lateral generate_series(0, f.places - 1) as place
      order by f.lag + place, f.account_id limit free
    ) s
    group by s.account_id, s.model, s.is_down, s.virtual_start
    order by s.model, s.account_id
  loop
    -- Who joins the line meanwhile waits here, or we see what it brought.
    perform 1 from account_turn t where t.account_id = turn.account_id and t.model = turn.model for update;
    left_over := turn.share;
    for source in
      select c.collection_id, c.next_number, c.planned from collection c
      where c.model = turn.model and c.account_id = turn.account_id and c.state in ('queued', 'processing')
        and (c.next_number <= c.planned or exists (
          select 1 from collection_image r
          where r.account_id = c.account_id and r.collection_id = c.collection_id and r.retry_at <= clock_timestamp()
        ))
      order by c.created_at for no key update
    loop
      return query
      with due as (
        update collection_image i set retry_at = null
        where i.account_id = turn.account_id and i.collection_id = source.collection_id and i.number in (
          select r.number from collection_image r
          where r.account_id = turn.account_id and r.collection_id = source.collection_id and r.retry_at <= clock_timestamp()
          order by r.retry_at limit left_over
        )
        returning i.number, i.seed, i.traits, i.failures, i.losses
      ),
      claimed as (
        insert into image_claim (account_id, collection_id, number, fence, process_id, model)
        select turn.account_id, source.collection_id, d.number, nextval('image_fence'), in_process_id, turn.model from due d
        returning number, fence
      )
      select turn.account_id, source.collection_id, d.number, k.fence, d.seed, d.traits, d.failures, d.losses, turn.model, turn.is_down
      from due d join claimed k on k.number = d.number;
      get diagnostics taken = row_count;
      left_over := left_over - taken;

      taken := least(left_over, source.planned - source.next_number + 1);
      if taken > 0 then
        return query
        with claimed as (
          insert into image_claim (account_id, collection_id, number, fence, process_id, model)
          select turn.account_id, source.collection_id, n, nextval('image_fence'), in_process_id, turn.model
          from generate_series(source.next_number, source.next_number + taken - 1) n
          returning number, fence
        )
        select turn.account_id, source.collection_id, i.number, k.fence, i.seed, i.traits, i.failures, i.losses, turn.model, turn.is_down
        from collection_image i join claimed k on k.number = i.number
        where i.account_id = turn.account_id and i.collection_id = source.collection_id
          and i.number between source.next_number and source.next_number + taken - 1;
        update collection c set next_number = c.next_number + taken, state = 'processing', started_at = coalesce(c.started_at, now())
        where c.account_id = turn.account_id and c.collection_id = source.collection_id;
        left_over := left_over - taken;
      end if;
      exit when left_over <= 0;
    end loop;

    taken := turn.share - left_over;
    update account_turn t set
      virtual_start = t.virtual_start + taken,
      look_at = case
        when left_over = 0 then t.look_at
        when exists (
          select 1 from collection c
          where c.model = turn.model and c.account_id = turn.account_id and c.state in ('queued', 'processing')
        ) then clock_timestamp() + interval '1 second'
      end
    where t.account_id = turn.account_id and t.model = turn.model;
    if taken > 0 then
      update image_line l set virtual_time = greatest(l.virtual_time, turn.virtual_start + taken - 1) where l.model = turn.model;
    end if;
  end loop;
end $$;

-- Writes what workers made of their claims and captures the price of every image that was made, in one statement and one
-- commit. A claim that is not this process's, or not of this fence, is left alone and is missing in the result.
-- Outcomes: made, failed (for good), retry (failed, once more after retry_in_ms), back (nothing happened, once more).
create function finish_images(in_process_id uuid, in_results jsonb)
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
      object text, sha256 text, byte_size bigint, width integer, height integer, seed bigint, engine text,
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
      object = t.object, sha256 = decode(t.sha256, 'hex'), byte_size = t.byte_size, width = t.width, height = t.height,
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

-- Takes images back from processes that are silent, and says which.
create function reclaim_images(silence_in_ms integer, at_most integer)
returns table (account_id uuid, collection_id uuid, number integer) language sql as $$
  with lost as (
    delete from image_claim d using (
      select c.account_id, c.collection_id, c.number from image_claim c
      left join process p on p.process_id = c.process_id
      where p.process_id is null or p.seen_at < now() - silence_in_ms * interval '1 millisecond'
      limit at_most for update of c skip locked
    ) s
    where d.account_id = s.account_id and d.collection_id = s.collection_id and d.number = s.number
    returning d.account_id, d.collection_id, d.number
  ),
  waiting as (
    update collection_image i set retry_at = now(), losses = i.losses + 1 from lost l
    where i.account_id = l.account_id and i.collection_id = l.collection_id and i.number = l.number and i.state = 'waiting'
  )
  select l.account_id, l.collection_id, l.number from lost l;
$$;

-- Hands a hold over to work that goes on after its request: it gets a name of its own, so that whoever still knows the old
-- one can end nothing, and neither a process nor a deadline. Keeps the answer for its idempotency key. False when the
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

-- Gives back what is left of an adopted hold.
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

-- As before, but a hold without a process belongs to work that goes on: no process can die with it.
create or replace function sweep_holds(silence_in_ms integer, at_most integer) returns bigint language plpgsql as $$
declare
  accounts uuid[];
  holds uuid[];
  swept bigint;
begin
  select array_agg(s.account_id), array_agg(s.hold_id) into accounts, holds
  from (
    select h.account_id, h.hold_id from hold h
    left join process p on p.process_id = h.process_id
    where h.process_id is not null and (
      h.deadline < now()
      or p.process_id is null
      or p.seen_at < now() - silence_in_ms * interval '1 millisecond'
    )
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
