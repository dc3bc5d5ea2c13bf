-- A second factor: one-time codes of an authenticator app (TOTP), asked for after the password. The secret and the backup codes
-- are encrypted with a key that is derived from DASHBOARD_SECRET.
alter table app_user add column two_factor_enabled boolean not null default false;

create table user_two_factor (
  id                        text primary key,
  user_id                   text not null unique references app_user on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until              timestamptz
);

comment on column user_two_factor.verified is 'false until the user has entered the first code';

-- Passkeys (WebAuthn): public keys with which users sign in instead of a password.
create table user_passkey (
  id            text primary key,
  user_id       text not null references app_user on delete cascade,
  name          text,
  public_key    text not null,
  credential_id text not null unique,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz not null default now()
);

create index user_passkey_user on user_passkey (user_id);
