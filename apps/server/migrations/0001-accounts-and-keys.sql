-- Money is counted in integers of 1/100 credit, everywhere.

create table account (
  account_id uuid primary key,
  email      text not null,
  created_at timestamptz not null default now(),
  granted    bigint not null default 0,
  balance    bigint not null default 0,
  held       bigint not null default 0,
  spent      bigint not null default 0,
  constraint account_amounts_not_negative check (balance >= 0 and held >= 0 and spent >= 0),
  constraint account_ledger_invariant check (granted = balance + held + spent)
) with (fillfactor = 50);

create unique index account_email on account (lower(email));

-- Replacing a key changes its secret and keeps its row, so that name, rate, saved context
-- and history stay where they are.
create table api_key (
  account_id      uuid not null references account on delete cascade,
  key_id          uuid not null,
  name            text not null,
  secret_hash     bytea not null,
  shown_prefix    text not null,
  rate_per_minute integer check (rate_per_minute > 0),
  created_at      timestamptz not null default now(),
  replaced_at     timestamptz,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  primary key (account_id, key_id)
);

create unique index api_key_secret_hash on api_key (secret_hash);

comment on column api_key.rate_per_minute is 'requests in any 60 seconds; null means no limit';

-- What a key did lately: apart from api_key, so that a row written on every request
-- does not bloat the one that is read to authenticate.
create table api_key_window (
  account_id     uuid not null,
  key_id         uuid not null,
  last_second    bigint not null default 0,
  seen           bigint not null default 0,
  seen_by_second bigint[] not null default array_fill(0::bigint, array[61]),
  last_used_at   timestamptz,
  primary key (account_id, key_id),
  foreign key (account_id, key_id) references api_key on delete cascade
) with (fillfactor = 50);

comment on column api_key_window.seen is 'requests ever admitted to the rate, up to and with last_second';
comment on column api_key_window.seen_by_second is 'what seen was at the end of each of the 61 seconds before last_second, oldest first';
