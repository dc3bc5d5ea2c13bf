create type webhook_state as enum ('pending', 'delivered', 'failed', 'stopped');

-- One event for one receiver. Each attempt is a job of pg-boss; due_at repeats its planned time for the account. A delivery that
-- needs no more attempts has no due_at. The row stores the job of the next attempt and the number of the newest attempt: a job
-- that a replay replaced, and an attempt that was overtaken, change nothing.
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
  job_id       uuid,
  primary key (account_id, delivery_id),
  constraint webhook_delivery_due_while_pending check ((state = 'pending') = (due_at is not null))
);

create index webhook_delivery_due_at on webhook_delivery (due_at) where due_at is not null;
create index webhook_delivery_newest on webhook_delivery (account_id, created_at, delivery_id);
create index webhook_delivery_created_at on webhook_delivery (created_at);

comment on column webhook_delivery.due_at is 'when the next attempt was planned, as its account sees it; pg-boss starts it';
comment on column webhook_delivery.attempts is 'attempts in total: the number of the newest row in webhook_attempt';
comment on column webhook_delivery.tries is 'attempts since it was queued or replayed: the backoff grows with them';
comment on column webhook_delivery.job_id is 'the job of the next attempt; another job of the delivery does nothing';

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

-- Receivers that answered 410 Gone. A replay removes them from this table.
create table webhook_gone (
  account_id uuid not null,
  url        text not null,
  gone_at    timestamptz not null default now(),
  primary key (account_id, url)
);

-- During a rotation, deliveries are signed with the current and the previous secret.
create table webhook_secret (
  account_id           uuid primary key,
  secret               text not null,
  created_at           timestamptz not null default now(),
  previous_secret      text,
  previous_valid_until timestamptz,
  constraint webhook_secret_previous check ((previous_secret is null) = (previous_valid_until is null))
);

create index webhook_secret_previous_ends on webhook_secret (previous_valid_until)
  where previous_valid_until is not null;
