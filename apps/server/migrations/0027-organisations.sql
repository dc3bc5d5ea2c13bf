-- An account is an organisation: users are its members, each with a role. The account keeps its id, and each user owns the
-- account that was theirs.
create table member (
  id         text not null unique default gen_random_uuid()::text,
  account_id uuid not null references account on delete cascade,
  user_id    text not null references app_user on delete cascade,
  role       text not null check (role in ('owner', 'admin', 'developer', 'billing', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);

create index member_user on member (user_id);
create unique index member_owner on member (account_id) where role = 'owner';

lock table membership in share row exclusive mode;
insert into member (account_id, user_id, role, created_at)
select account_id, user_id,
  case row_number() over (partition by account_id order by role = 'member', created_at, user_id) when 1 then 'owner' else 'admin' end,
  created_at
from membership;

-- The operator role belongs to the user, whichever organisation the session uses.
alter table app_user add column is_operator boolean not null default false;
update app_user u set is_operator = true from membership m where m.user_id = u.id and m.role = 'operator';

-- The version before this one reads and writes membership, which it knows as the accounts that a user owns. The triggers keep
-- it equal to the owners in member and to is_operator. It can be dropped when no process of that version is left.
create function write_membership() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.role = 'owner' then
    delete from membership where account_id = old.account_id and user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' and new.role = 'owner' then
    insert into membership (account_id, user_id, role, created_at)
    select new.account_id, u.id, case when u.is_operator then 'operator' else 'owner' end, new.created_at
    from app_user u where u.id = new.user_id
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger member_writes_membership after insert or delete or update of role on member
for each row execute function write_membership();

create function copy_operator_to_membership() returns trigger language plpgsql as $$
begin
  update membership set role = case when new.is_operator then 'operator' else 'owner' end
  where user_id = new.id and role = case when new.is_operator then 'owner' else 'operator' end;
  return null;
end $$;

create trigger app_user_writes_membership after update of is_operator on app_user
for each row execute function copy_operator_to_membership();

create function copy_operator_to_user() returns trigger language plpgsql as $$
begin
  update app_user set is_operator = (new.role = 'operator')
  where id = new.user_id and is_operator <> (new.role = 'operator');
  return null;
end $$;

create trigger membership_writes_app_user after update of role on membership
for each row execute function copy_operator_to_user();

-- A sign-up that waited for this migration runs the function of the version before.
create function copy_owner_to_member() returns trigger language plpgsql as $$
begin
  insert into member (account_id, user_id, role, created_at) values (new.account_id, new.user_id, 'owner', new.created_at)
  on conflict do nothing;
  return null;
end $$;

create trigger membership_writes_member after insert on membership
for each row execute function copy_owner_to_member();

-- An organisation with members has an owner. Checked when the transaction commits, because a transfer changes two rows.
create function check_owner() returns trigger language plpgsql as $$
begin
  perform from account where account_id = old.account_id for update;
  if exists (select from member where account_id = old.account_id)
    and not exists (select from member where account_id = old.account_id and role = 'owner') then
    raise exception 'account % has members and no owner', old.account_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger member_has_owner after delete or update of role on member
deferrable initially deferred for each row when (old.role = 'owner') execute function check_owner();

alter table account add column name text;
comment on column account.name is 'null: the organisation is shown under the name of its owner';

alter table user_session add column active_account_id uuid;
comment on column user_session.active_account_id is 'the organisation that the session uses; null, or one the user has left: the oldest';

-- Gives a user an account, as its owner: the one that the operator has created for the email, if it has no members, or a new one.
create function open_account(in_user_id text) returns uuid language plpgsql as $$
declare
  given_email text;
  owned uuid;
begin
  select email into given_email from app_user where id = in_user_id;
  insert into account (account_id, email) values (gen_random_uuid(), given_email)
  on conflict (lower(email)) do nothing returning account_id into owned;
  if owned is null then
    select a.account_id into owned from account a
    where lower(a.email) = lower(given_email)
      and not exists (select from member m where m.account_id = a.account_id)
    for update;
  end if;
  if owned is null then
    -- The user has transferred the account with this email to another member.
    owned := gen_random_uuid();
    insert into account (account_id, email) values (owned, owned || '@organisation.invalid');
  end if;
  insert into member (account_id, user_id, role) values (owned, in_user_id, 'owner');
  return owned;
end $$;

create or replace function give_account_to_user() returns trigger language plpgsql as $$
begin
  if not exists (select from member where user_id = new.id) then
    perform open_account(new.id);
  end if;
  return null;
end $$;

-- The accounts in the form that the sign-in library expects of organisations.
create view organisation as
select a.account_id as id,
  coalesce(a.name, (select u.name from member m join app_user u on u.id = m.user_id
    where m.account_id = a.account_id and m.role = 'owner'), a.email) as name,
  a.account_id::text as slug, null::text as logo, null::text as metadata, a.created_at
from account a;

create function write_organisation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account (account_id, email, name) values (new.id, new.id || '@organisation.invalid', new.name);
    new.slug := new.id;
  else
    update account set name = new.name where account_id = old.id;
  end if;
  return new;
end $$;

create trigger organisation_writes_account instead of insert or update on organisation
for each row execute function write_organisation();

create table invitation (
  id         text primary key,
  account_id uuid not null references account on delete cascade,
  email      text not null,
  role       text not null check (role in ('admin', 'developer', 'billing', 'viewer')),
  status     text not null default 'pending' check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  inviter_id text not null references app_user on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index invitation_account on invitation (account_id);
create index invitation_email on invitation (lower(email));
create index invitation_inviter on invitation (inviter_id);
create index invitation_expires_at on invitation (expires_at);

-- Each member calls operations in the dashboard with a key of their own: the ledger shows who spent what, and conversations, which
-- belong to a key, are private. The key of kind dashboard, of which the version before knows one for each account, is the
-- owner's; the others have the kind member. user_id is no foreign key: the key of a deleted user stays private.
alter table api_key add column user_id text;
alter table api_key drop constraint api_key_kind_check;
alter table api_key drop constraint api_key_lookup;
-- Not validated: the constraints that they replace were stricter.
alter table api_key add constraint api_key_kind_check check (kind in ('owner', 'dashboard', 'member')) not valid;
alter table api_key add constraint api_key_lookup check (
  case when kind = 'owner' then octet_length(secret_hash) = 32 else secret_hash = uuid_send(key_id) end
) not valid;
update api_key k set user_id = m.user_id from member m
where m.account_id = k.account_id and m.role = 'owner' and k.kind = 'dashboard';
create unique index api_key_member on api_key (account_id, user_id) where user_id is not null;

-- Deletes the rows with the account's id in every table, and its owner unless they belong to another account. Returns false
-- without deleting anything while credits are held: a job is running that would have nowhere to store its result.
create or replace function delete_account(in_account_id uuid) returns boolean language plpgsql as $$
declare
  is_busy boolean;
  left_users text[];
  owner_table regclass;
begin
  select a.held > 0 into is_busy from account a where a.account_id = in_account_id for update;
  if is_busy is null or is_busy then
    return false;
  end if;
  select array_agg(m.user_id) into left_users from member m
  where m.account_id = in_account_id and m.role = 'owner'
    and not exists (select 1 from member o where o.user_id = m.user_id and o.account_id <> in_account_id);
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

-- What members did in the dashboard. An entry is written before its action and confirmed after it, so a process that dies
-- between them leaves an unconfirmed entry and not an unrecorded action.
create table audit_entry (
  account_id   uuid not null references account on delete cascade,
  entry_id     bigint generated always as identity,
  happened_at  timestamptz not null default now(),
  user_id      text not null,
  member       text not null,
  action       text not null,
  subject      text,
  details      jsonb not null default '{}',
  address      text,
  is_confirmed boolean not null default false,
  primary key (account_id, entry_id)
);

create index audit_entry_happened_at on audit_entry (happened_at);
