-- Claims up to in_slots images of the models that one engine serves. The engine's limit and each account's limit on it
-- hold over all workers, because claims on a line are made one at a time and what runs is counted, not remembered.
-- Many slots are handed out in rounds of a few images an account, so that a claim visits at most eight or so accounts:
-- one image an account made the claims of a hundred accounts two and a half times as slow as those of ten.
-- A line that is down gives one image at a time, to see whether its engine is back.
create or replace function claim_images(
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
  round integer;
begin
  -- A claim that a crash forgets was never made: its fence finds nothing and the image is claimed again.
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
    -- Who joins the line meanwhile waits here, or we see what it brought.
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

-- They are planned once a connection: planning them for every batch took longer than running them.
alter function claim_images(uuid, text[], integer, integer, integer) set plan_cache_mode = 'force_generic_plan';
alter function finish_images(uuid, jsonb) set plan_cache_mode = 'force_generic_plan';
