-- As in 0003, but a new partition is attached instead of created in place. ATTACH lets statements on the table continue;
-- CREATE TABLE … PARTITION OF waits for all that run, and every later one waits behind it. Same signature: the version before
-- this one calls it too.
create or replace function create_month_partitions(months_ahead integer) returns integer language plpgsql as $$
declare
  parent text;
  month date;
  partition text;
  created integer := 0;
begin
  -- One at a time: otherwise two workers would both find a month missing.
  perform pg_advisory_xact_lock(hashtextextended('create_month_partitions', 0));
  foreach parent in array array['ledger_entry', 'usage_hour'] loop
    for offset_in_months in 0 .. months_ahead loop
      month := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => offset_in_months))::date;
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      if to_regclass(partition) is null then
        execute format('create table %I (like %I including all)', partition, parent);
        execute format(
          'alter table %I attach partition %I for values from (%L) to (%L)',
          parent, partition, month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC'
        );
        created := created + 1;
      end if;
    end loop;
  end loop;
  return created;
end $$;
