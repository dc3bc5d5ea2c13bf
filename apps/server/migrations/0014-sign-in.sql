-- Users of the dashboard. These tables have the fields that the sign-in library expects, under our names.
create table app_user (
  id             text primary key,
  name           text not null,
  email          text not null,
  email_verified boolean not null default false,
  image          text,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create unique index app_user_email on app_user (lower(email));
-- Users who do not confirm their email are deleted some days after the last confirmation email.
create index app_user_unconfirmed on app_user (updated_at) where not email_verified;

-- A user has a role in one or more accounts. So far each user owns one account.
create table membership (
  account_id uuid not null references account on delete cascade,
  user_id    text not null references app_user on delete cascade,
  role       text not null default 'owner' check (role in ('owner', 'member', 'operator')),
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);

create index membership_user on membership (user_id);

create table user_session (
  id         text primary key,
  user_id    text not null references app_user on delete cascade,
  token      text not null unique,
  address    text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index user_session_user on user_session (user_id);
create index user_session_expires_at on user_session (expires_at);

-- A user's ways to sign in: a password or a wallet.
create table user_login (
  id                       text primary key,
  user_id                  text not null references app_user on delete cascade,
  provider                 text not null,
  provider_user            text not null,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now()
);

create index user_login_user on user_login (user_id);
create unique index user_login_provider on user_login (provider, provider_user);

create table user_wallet (
  id         text primary key,
  user_id    text not null references app_user on delete cascade,
  address    text not null,
  chain_id   integer not null,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  unique (address, chain_id)
);

create index user_wallet_user on user_wallet (user_id);

create table user_verification (
  id         text primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index user_verification_identifier on user_verification (identifier);
create index user_verification_expires_at on user_verification (expires_at);

-- A user who has confirmed an email or a wallet gets an account in the same transaction. If the operator has created an account
-- for that email and it has no user, the user gets that account.
create function give_account_to_user() returns trigger language plpgsql as $$
declare
  owned uuid;
begin
  if exists (select 1 from membership where user_id = new.id) then
    return null;
  end if;
  insert into account (account_id, email) values (gen_random_uuid(), new.email)
  on conflict (lower(email)) do nothing returning account_id into owned;
  if owned is null then
    select a.account_id into owned from account a
    where lower(a.email) = lower(new.email)
      and not exists (select 1 from membership m where m.account_id = a.account_id)
    for update;
  end if;
  if owned is null then
    raise exception 'the account of % belongs to another user', new.email using errcode = 'unique_violation';
  end if;
  insert into membership (account_id, user_id) values (owned, new.id);
  return null;
end $$;

create trigger app_user_owns_account after insert or update of email_verified on app_user
for each row when (new.email_verified) execute function give_account_to_user();

-- Number of recent attempts at an action that is rate limited. The subject is the hash of an email with a network address, of an
-- address, or of an account.
create table attempt_window (
  subject  bytea primary key,
  attempts integer not null,
  ends_at  timestamptz not null
);

create index attempt_window_ends_at on attempt_window (ends_at);

-- Hashes of the networks from which a user has signed in. Attempts at the user's email from other networks do not slow down
-- the user's own sign-in.
create table known_network (
  user_id text not null references app_user on delete cascade,
  network bytea not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);

-- The dashboard secrets in use. When one is removed from the configuration, everything that was signed with it is deleted.
create table dashboard_secret (
  fingerprint   text primary key,
  first_used_at timestamptz not null default now()
);

-- Deletes the rows with the account's id in every table, and the users who belong to no other account. Returns false without
-- deleting anything while credits are held: a job is running that would have nowhere to store its result.
create function delete_account(in_account_id uuid) returns boolean language plpgsql as $$
declare
  is_busy boolean;
  left_users text[];
  owner_table regclass;
begin
  select a.held > 0 into is_busy from account a where a.account_id = in_account_id for update;
  if is_busy is null or is_busy then
    return false;
  end if;
  select array_agg(m.user_id) into left_users from membership m
  where m.account_id = in_account_id
    and not exists (select 1 from membership o where o.user_id = m.user_id and o.account_id <> in_account_id);
  for owner_table in
    select c.oid::regclass from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'account'::regclass
    order by c.relname
  loop
    execute format('delete from %s where account_id = $1', owner_table) using in_account_id;
  end loop;
  delete from account where account_id = in_account_id;
  delete from app_user where id = any(left_users);
  return true;
end $$;
