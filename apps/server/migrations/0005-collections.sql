-- A collection is rows: one here, one per image below, so progress is counted and cannot drift.
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
  created_at     timestamptz not null default now(),
  started_at     timestamptz,
  finished_at    timestamptz,
  primary key (account_id, collection_id)
) with (fillfactor = 70);

comment on column collection.request is 'the queue request, as it was validated';
comment on column collection.engine is 'the kind of engine that made the first image';
comment on column collection.planned is 'images 1 to planned have their rows';
comment on column collection.next_number is 'images below were handed to a worker at least once';

create index collection_newest on collection (account_id, created_at, collection_id);
-- What a worker looks through: it stays as small as the number of collections that are not finished.
create index collection_unfinished on collection (model, account_id, created_at) where state in ('queued', 'processing');

-- An image is waiting until it is made, failed or cancelled; while a worker has it, image_claim says so.
create table collection_image (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null check (number > 0),
  state         text not null default 'waiting' check (state in ('waiting', 'made', 'failed', 'cancelled')),
  fence         bigint not null default 0,
  seed          bigint not null,
  traits        jsonb not null,
  failures      integer not null default 0,
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
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id) references collection on delete cascade,
  check (state <> 'made' or (object is not null and sha256 is not null and made_at is not null))
) with (fillfactor = 70);

comment on column collection_image.traits is 'a list of {trait_type, value}';
comment on column collection_image.fence is 'the claim under which the image was made';
comment on column collection_image.retry_at is 'set when a worker gave the image back: not before this moment again';

create index collection_image_waiting on collection_image (account_id, collection_id, number) where state = 'waiting';
create index collection_image_retry on collection_image (account_id, collection_id, retry_at) where retry_at is not null;
-- Whether a file is still referenced by anybody.
create index collection_image_object on collection_image (object) where object is not null;

-- A hold that a collection has adopted has no process and no deadline: it ends with the collection.
alter table hold alter column process_id drop not null, alter column deadline drop not null;
