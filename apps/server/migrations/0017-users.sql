-- People who sign in to the dashboard. Their tables carry the fields that the sign-in library expects, under our names.
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

-- A user belongs to accounts with a role; today to one, as its owner.
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

-- How a user can prove who they are: a password, or a wallet.
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

-- Whoever has proven an email or a wallet owns an account from that moment on, in the same transaction. An account that
-- the operator made for that email before becomes theirs, unless it belongs to somebody.
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

-- How often something was tried lately, by what must not be tried often: the hash of an email and an address, of an
-- address alone, of an account.
create table attempt_window (
  subject  bytea primary key,
  attempts integer not null,
  ends_at  timestamptz not null
);

create index attempt_window_ends_at on attempt_window (ends_at);

-- Credits on paper: whoever holds the code redeems it, once. Only its hash is stored.
create table voucher (
  code_hash   bytea primary key,
  amount      bigint not null check (amount > 0),
  note        text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz,
  account_id  uuid,
  redeemed_at timestamptz,
  check ((account_id is null) = (redeemed_at is null))
);

create index voucher_account on voucher (account_id) where account_id is not null;

-- Deletes everything that carries the account's id, in whatever table, and the users who belong to nobody else.
-- Refused (false) while credits are held: work is under way that would come back to nothing.
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
