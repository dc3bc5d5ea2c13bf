-- The places of an engine's servers, shared by all processes of a cell. A server's limit is the sum of its leases.
--
-- A process leases places for its calls, renews the leases of all its servers in one statement, and starts no call after
-- it could not renew for 10 seconds, five seconds before the lease expires here. A call that runs when a lease expires
-- still occupies the server: a process that is paused cannot end it. The places therefore stay taken until the longest
-- call that could have begun must be over (occupied_until). A process that ends in order deletes its row in "process",
-- and its leases with it.
create table engine_lease (
  server         text not null,
  process_id     uuid not null references process on delete cascade,
  -- Host and port that the process listens on; null when the port is chosen by the system.
  instance       text,
  -- By which another process on the same machine can tell that this one is dead; null where that is not known.
  machine        text,
  pid            integer,
  pid_started_at text,
  -- Number of the process's newest statement: an older one that arrives late is ignored.
  round          bigint not null,
  places         integer not null,
  running        integer not null,
  wanted         integer not null,
  -- How long the process usually waits for an answer of this server; null until it got one.
  usual_in_ms    integer,
  -- Since when the process has waited without a place, or has had one.
  changed_at     timestamptz not null,
  expires_at     timestamptz not null,
  occupied_until timestamptz not null,
  primary key (server, process_id)
) with (fillfactor = 50);

-- Renews, grows and shrinks the leases of one process and returns what it holds now. in_asks has for each server: its
-- limit, the places that the process keeps (it starts no call beyond them while the statement runs), the calls that it
-- runs, the places that it wants, more that it takes if no other process wants them, and the longest time of a call.
--
-- is_contended: another process wants more than it has, so the process returns the places that it does not use.
-- share: how many places it may use. The limit, unless another process has less than its fair share: then it returns places
-- above its own as its calls end. The fair share is max-min: who wants less than an equal part gets it, the others divide
-- the rest. With fewer places than processes, each has one place for in_slice_in_ms and then queues again.
-- others_usual_in_ms: the fastest usual time of other processes, so that one whose calls are all on slow servers notices.
-- Statements on one server run one at a time.
create function renew_engine_leases(
  in_process_id uuid, in_instance text, in_machine text, in_pid integer, in_pid_started_at text, in_round bigint,
  in_lease_in_ms integer, in_slice_in_ms integer, in_asks jsonb
) returns table (
  server text, places integer, is_contended boolean, share integer, others_places integer, others_running integer,
  others_usual_in_ms integer, ahead integer
) language plpgsql
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  ask record;
  mine engine_lease;
  kept integer;
  want integer;
  moment timestamptz;
  fresh_after timestamptz;
  available integer;
  sharers integer;
  level integer;
  is_scarce boolean;
  is_short boolean;
  waits_since timestamptz;
  has_grown boolean := false;
begin
  for ask in
    select * from jsonb_to_recordset(in_asks) as a(
      server text, place_limit integer, keep integer, running integer, wanted integer, spare integer, longest_call_in_ms integer,
      usual_in_ms integer
    ) order by a.server
  loop
    perform pg_advisory_xact_lock(hashtextextended('engine_lease ' || ask.server, 0));
    moment := clock_timestamp();
    -- A process that waits or works renews every second: one that does not is no rival, but its places stay taken.
    fresh_after := moment + (in_lease_in_ms - 3000) * interval '1 millisecond';
    -- A new process on the same host and port is the successor of one that is dead: its calls ended with it.
    delete from engine_lease l
    where l.server = ask.server and l.process_id <> in_process_id
      and (l.occupied_until < moment or (l.expires_at < moment and l.instance = in_instance));
    select l.* into mine from engine_lease l where l.server = ask.server and l.process_id = in_process_id;
    continue when mine.round >= in_round;

    server := ask.server;
    -- What is not in the row any more was given to others, for example while the process was paused.
    kept := greatest(ask.running, least(ask.keep, coalesce(mine.places, 0)));
    places := kept;
    select coalesce(sum(l.places), 0), coalesce(sum(l.running), 0),
      ask.place_limit - coalesce(sum(l.places) filter (where l.expires_at < fresh_after), 0),
      (ask.wanted > 0)::integer + count(*) filter (where l.expires_at >= fresh_after and l.wanted > 0),
      min(l.usual_in_ms) filter (where l.expires_at >= fresh_after)
    into others_places, others_running, available, sharers, others_usual_in_ms
    from engine_lease l where l.server = ask.server and l.process_id <> in_process_id;

    level := ask.place_limit;
    for want in
      select w.wanted from (
        select l.wanted from engine_lease l
        where l.server = ask.server and l.process_id <> in_process_id and l.expires_at >= fresh_after and l.wanted > 0
        union all select ask.wanted where ask.wanted > 0
      ) w order by w.wanted
    loop
      level := available / sharers;
      exit when want > level;
      available := available - want;
      sharers := sharers - 1;
      exit when sharers = 0;
    end loop;
    is_scarce := level < 1;
    level := greatest(level, 1);
    select coalesce(bool_or(l.places < l.wanted), false), coalesce(bool_or(l.places < least(l.wanted, level)), false)
    into is_contended, is_short
    from engine_lease l
    where l.server = ask.server and l.process_id <> in_process_id and l.expires_at >= fresh_after;
    waits_since := case when mine.places = 0 and ask.wanted > 0 then mine.changed_at else moment end;
    select count(*) into ahead from engine_lease l
    where l.server = ask.server and l.process_id <> in_process_id and l.expires_at >= fresh_after
      and l.places = 0 and l.wanted > 0 and l.changed_at < waits_since;

    if not is_short then
      places := greatest(kept, least(
        ask.wanted + case when is_contended then 0 else ask.spare end, ask.place_limit - others_places
      ));
    elsif not is_scarce then
      places := greatest(kept, least(ask.wanted, level, ask.place_limit - others_places));
    elsif kept = 0 and ask.place_limit - others_places > ahead then
      places := least(ask.wanted, 1);
    end if;
    share := case
      when not is_short then ask.place_limit
      when is_scarce and mine.places > 0 and mine.changed_at < moment - in_slice_in_ms * interval '1 millisecond' then 0
      else level
    end;
    has_grown := has_grown or places > kept;

    if places = 0 and ask.wanted = 0 then
      delete from engine_lease l where l.server = ask.server and l.process_id = in_process_id;
    else
      insert into engine_lease as l (
        server, process_id, instance, machine, pid, pid_started_at, round, places, running, wanted, usual_in_ms, changed_at, expires_at, occupied_until
      ) values (
        ask.server, in_process_id, in_instance, in_machine, in_pid, in_pid_started_at, in_round, places, ask.running, ask.wanted, ask.usual_in_ms, waits_since,
        moment + in_lease_in_ms * interval '1 millisecond',
        moment + (in_lease_in_ms + case when places > 0 then ask.longest_call_in_ms else 0 end) * interval '1 millisecond'
      )
      on conflict (server, process_id) do update set
        round = excluded.round, places = excluded.places, running = excluded.running, wanted = excluded.wanted,
        usual_in_ms = excluded.usual_in_ms,
        changed_at = case when excluded.places = 0 then waits_since when kept = 0 then moment else l.changed_at end,
        expires_at = excluded.expires_at, occupied_until = excluded.occupied_until;
    end if;
    return next;
  end loop;
  -- A renewal that a crash of the database forgets makes a lease a little shorter; a forgotten grant would be granted twice.
  if not has_grown then
    perform set_config('synchronous_commit', 'off', true);
  end if;
end $$;
