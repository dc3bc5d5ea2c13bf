-- Which image a worker generates next. Workers do not read one long queue: they pick the account whose turn it is, then that
-- account's oldest collection. So a claim takes the same time whether ten images wait or a million.
--
-- Lock order: account, image_line, account_turn, collection, image_claim, collection_image. A claim locks no account;
-- everything that moves credits locks the account first.

-- One queue per model: its virtual clock, and whether its engine is known to be down.
create table image_line (
  model        text primary key,
  virtual_time double precision not null default 0,
  down_since   timestamptz,
  paused_until timestamptz
);

-- Start-time fair queueing: the account whose next image has the smallest start tag is served next. An account that was idle
-- starts again at the queue's clock, so no account saves up turns.
create table account_turn (
  account_id    uuid not null,
  model         text not null,
  virtual_start double precision not null,
  look_at       timestamptz,
  primary key (account_id, model)
) with (fillfactor = 70);

create index account_turn_next on account_turn (model, virtual_start) where look_at is not null;

comment on column account_turn.look_at is 'when this account may have an image to claim; null when it has no unfinished collection';

-- A worker's claim to an image. Every claim has a new fence, and a result with an older fence is rejected.
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

-- Adds an account to the queue of a model. Called before the rows of its images are written.
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

-- Claims up to in_slots images of the models that one engine serves. The limits of the engine and of each account hold over
-- all workers, because claims on a queue run one at a time and count the existing claims.
-- Slots are handed out in rounds of a few images per account, so that a claim visits about eight accounts at most: with one
-- image per account, claims for a hundred accounts took two and a half times as long as claims for ten.
-- A queue whose engine is down hands out one image at a time, to test whether the engine is back.
-- Planned once per connection: planning the statements for every batch took longer than running them.
create function claim_images(
  in_process_id uuid, in_models text[], in_slots integer, in_engine_limit integer, in_account_limit integer
) returns table (
  account_id uuid, collection_id uuid, number integer, fence bigint, seed bigint, traits jsonb, failures integer, losses integer,
  model text, is_probe boolean
) language plpgsql
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  free integer;
  busy_accounts uuid[];
  turn record;
  source record;
  left_over integer;
  taken integer;
  round integer;
begin
  -- A claim may be lost in a crash of the database: its fence then matches nothing and the image is claimed again.
  perform set_config('synchronous_commit', 'off', true);
  perform 1 from image_line l where l.model = any(in_models) order by l.model for update;
  free := least(in_slots, in_engine_limit - (select count(*)::integer from image_claim c where c.model = any(in_models)));
  if free <= 0 then
    return;
  end if;
  round := greatest(1, free / 8);
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
        order by a.virtual_start, a.account_id limit (line.room + round - 1) / round
      ) t
      left join running on running.account_id = t.account_id
    ),
    rounds as (
      select f.*, least(round, f.places - start) as images, sum(least(round, f.places - start)) over (
          order by f.lag + start, f.account_id, f.model, start rows unbounded preceding
        ) as images_so_far
      from first_turns f cross join lateral generate_series(0, f.places - 1, round) as start
    )
    select r.account_id, r.model, r.is_down, r.virtual_start,
      sum(r.images - greatest(0, r.images_so_far - free))::integer as share
    from rounds r
    where r.images_so_far - r.images < free
    group by r.account_id, r.model, r.is_down, r.virtual_start
    order by r.model, r.account_id
  loop
    -- A concurrent join_line either waits for this lock, or its collection is visible below.
    perform 1 from account_turn t where t.account_id = turn.account_id and t.model = turn.model for update;
    left_over := turn.share;
    for source in
      select c.collection_id, c.next_number, c.planned, retry.is_due from collection c
      cross join lateral (
        select exists (
          select 1 from collection_image r
          where r.account_id = c.account_id and r.collection_id = c.collection_id and r.retry_at <= clock_timestamp()
        ) as is_due
      ) retry
      where c.model = turn.model and c.account_id = turn.account_id and c.state in ('queued', 'processing')
        and (c.next_number <= c.planned or retry.is_due)
      order by c.created_at for no key update of c
    loop
      if source.is_due then
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
      end if;

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

-- Writes the results of claims and captures the price of every image that was made, in one statement and one commit. A result
-- whose claim belongs to another process or has another fence is ignored and missing in the result. A result with the state
-- busy was not written (see lock_accounts).
-- Outcomes: made, failed (final), retry (failed, try again after retry_in_ms), back (not attempted, try again).
-- The worker sends the image's IPFS content id, because it has the bytes: minting then need not read the images again.
create function finish_images(
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

-- Deletes the claims of dead processes, makes their images claimable again and returns them.
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
