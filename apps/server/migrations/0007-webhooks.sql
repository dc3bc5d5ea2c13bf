-- What an account is told over HTTP: events that wait, are under way, arrived, or could not be delivered.

create type webhook_state as enum ('pending', 'delivered', 'failed', 'stopped');

-- One event for one receiver. due_at is when it is tried next; taking it for an attempt moves due_at to the
-- end of the attempt's lease, so an attempt that dies with its process is tried again by itself. A delivery
-- that needs no more attempts has no due_at. lease_id keeps a late attempt from overwriting a newer one.
create table webhook_delivery (
  account_id   uuid not null,
  delivery_id  uuid not null,
  url          text not null,
  type         text not null,
  body         text not null,
  state        webhook_state not null default 'pending',
  created_at   timestamptz not null default now(),
  due_at       timestamptz default now(),
  give_up_at   timestamptz not null default now() + interval '24 hours',
  attempts     integer not null default 0,
  tries        integer not null default 0,
  lease_id     uuid,
  primary key (account_id, delivery_id),
  constraint webhook_delivery_due_while_pending check ((state = 'pending') = (due_at is not null))
);

create index webhook_delivery_due_at on webhook_delivery (due_at) where due_at is not null;
create index webhook_delivery_newest on webhook_delivery (account_id, created_at, delivery_id);
create index webhook_delivery_created_at on webhook_delivery (created_at);

comment on column webhook_delivery.attempts is 'attempts ever begun: the number of the newest row in webhook_attempt';
comment on column webhook_delivery.tries is 'attempts since it was queued or replayed: the backoff grows with them';

create table webhook_attempt (
  account_id     uuid not null,
  delivery_id    uuid not null,
  attempt        integer not null,
  ended_at       timestamptz not null default now(),
  elapsed_in_ms  integer not null,
  answer_status  smallint,
  error          text,
  primary key (account_id, delivery_id, attempt),
  foreign key (account_id, delivery_id) references webhook_delivery on delete cascade
);

-- Receivers that said 410 Gone. A replay takes them out again.
create table webhook_gone (
  account_id uuid not null,
  url        text not null,
  gone_at    timestamptz not null default now(),
  primary key (account_id, url)
);

create table webhook_secret (
  account_id uuid primary key,
  secret     text not null,
  created_at timestamptz not null default now()
);
