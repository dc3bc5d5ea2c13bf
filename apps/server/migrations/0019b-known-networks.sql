-- Networks, as hashes, from which a user has signed in: what others try at that user's email elsewhere does not slow
-- them down.
create table known_network (
  user_id text not null references app_user on delete cascade,
  network bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
