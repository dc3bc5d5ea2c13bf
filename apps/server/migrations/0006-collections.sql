-- A collection has one row here and one row per image in collection_image, so progress is counted and cannot drift. Only
-- stored_bytes is kept here, when an image is written: summing millions of images for each new collection would be too slow.
create table collection (
  account_id     uuid not null references account on delete cascade,
  collection_id  uuid not null,
  key_id         uuid not null,
  state          text not null default 'queued' check (state in ('queued', 'processing', 'completed', 'failed', 'cancelled')),
  amount         integer not null check (amount > 0),
  price_each     bigint not null check (price_each > 0),
  hold_id        uuid not null,
  request        jsonb not null,
  model          text not null,
  seed           bigint not null,
  chain_id       bigint not null,
  wallet_address text not null,
  webhook_url    text,
  engine         text,
  planned        integer not null default 0 check (planned <= amount),
  next_number    integer not null default 1,
  made           integer,
  failed         integer,
  stored_bytes   bigint not null default 0,
  needs_cleanup  boolean not null default false,
  created_at     timestamptz not null default now(),
  started_at     timestamptz,
  finished_at    timestamptz,
  primary key (account_id, collection_id),
  check ((made is null) = (finished_at is null))
) with (fillfactor = 70);

create index collection_newest on collection (account_id, created_at, collection_id);
-- Workers search this index: it stays as small as the number of unfinished collections.
create index collection_unfinished on collection (model, account_id, created_at) where state in ('queued', 'processing');

comment on column collection.request is 'the queue request after validation';
comment on column collection.engine is 'the kind of engine that generated the first image';
comment on column collection.planned is 'images 1 to planned have rows in collection_image';
comment on column collection.next_number is 'images with lower numbers were claimed at least once';
comment on column collection.made is 'written when the collection ends; until then its images are counted';
comment on column collection.needs_cleanup is 'a worker that lost its claim may have left a file';

-- An image is waiting until it is made, failed or cancelled. A waiting image that a worker generates has a row in image_claim.
create table collection_image (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null check (number > 0),
  state         text not null default 'waiting' check (state in ('waiting', 'made', 'failed', 'cancelled')),
  fence         bigint not null default 0,
  seed          bigint not null,
  traits        jsonb not null,
  failures      integer not null default 0,
  losses        integer not null default 0,
  retry_at      timestamptz,
  object        text,
  sha256        bytea,
  cid           text,
  byte_size     bigint,
  width         integer,
  height        integer,
  engine        text,
  warnings      jsonb,
  error_code    text,
  error_message text,
  made_at       timestamptz,
  finish_order  bigint,
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id) references collection on delete cascade,
  check (state <> 'made' or (object is not null and sha256 is not null and made_at is not null))
) with (fillfactor = 70);

create index collection_image_waiting on collection_image (account_id, collection_id, number) where state = 'waiting';
create index collection_image_retry on collection_image (account_id, collection_id, retry_at) where retry_at is not null;
create index collection_image_finished on collection_image (account_id, collection_id, finish_order) where finish_order is not null;

comment on column collection_image.traits is 'a list of {trait_type, value}';
comment on column collection_image.fence is 'the fence of the claim that wrote the latest result';
comment on column collection_image.losses is 'how often the worker that claimed it died before it was made';
comment on column collection_image.retry_at is 'set when the image is to be claimed again, not before this time';
comment on column collection_image.finish_order is 'grows with each image that an account finishes, in the order of the commits';
