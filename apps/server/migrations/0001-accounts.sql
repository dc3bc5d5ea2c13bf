-- Every amount of credits is an integer of 1/100 credit.

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
create index account_newest on account (created_at desc, account_id desc);

-- Replacing a key changes its secret and keeps its row, so that its name, rate, saved context and history remain.
--
-- Each account has one key of kind dashboard, with which its own dashboard calls operations. That key has no secret and is
-- looked up by its id. A bearer key is looked up by its SHA-256 digest, which has 32 bytes, so no bearer key can match a
-- dashboard key.
create table api_key (
  account_id         uuid not null references account on delete cascade,
  key_id             uuid not null,
  kind               text not null default 'owner' check (kind in ('owner', 'dashboard')),
  name               text not null,
  secret_hash        bytea not null,
  shown_prefix       text not null,
  rate_per_minute    integer check (rate_per_minute > 0),
  allowed_operations text[] check (cardinality(allowed_operations) > 0),
  monthly_limit      bigint check (monthly_limit > 0),
  created_at         timestamptz not null default now(),
  replaced_at        timestamptz,
  expires_at         timestamptz,
  revoked_at         timestamptz,
  primary key (account_id, key_id),
  constraint api_key_lookup check (
    case kind when 'dashboard' then secret_hash = uuid_send(key_id) else octet_length(secret_hash) = 32 end
  )
);

create unique index api_key_secret_hash on api_key (secret_hash);
create unique index api_key_dashboard on api_key (account_id) where kind = 'dashboard';
-- The worker deletes the windows of revoked keys.
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;

comment on column api_key.secret_hash is 'SHA-256 of an owner''s key; the key''s own id for a dashboard key';
comment on column api_key.rate_per_minute is 'requests in any 60 seconds; null means no limit';
comment on column api_key.allowed_operations is 'null means every operation';
comment on column api_key.monthly_limit is 'credits per calendar month in UTC; null means no limit';

-- Recent requests of a key. Every request writes this row, so it is separate from api_key: authentication reads that table,
-- and frequent updates would bloat it.
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

comment on column api_key_window.seen is 'total requests that passed the rate limit, up to and including last_second';
comment on column api_key_window.seen_by_second is 'value of seen at the end of each of the 61 seconds before last_second, oldest first';
