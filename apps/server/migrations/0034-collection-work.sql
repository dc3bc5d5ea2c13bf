alter table collection add column if not exists name text;
comment on column collection.name is 'null: the prompt is shown instead';

-- A new image that an owner ordered for a token of a completed collection. The token keeps its image until the new one
-- replaces it, in the transaction that captures the price.
create table image_regeneration (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null,
  state         text not null default 'queued' check (state in ('queued', 'failed')),
  seed          bigint not null,
  price         bigint not null check (price > 0),
  hold_id       uuid not null,
  problem       text,
  created_at    timestamptz not null default now(),
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id, number) references collection_image on delete cascade
);

comment on column image_regeneration.hold_id is 'holds the price while the state is queued';
comment on column image_regeneration.problem is 'why it failed; its credits were released';
