-- The dashboard's own key of an account has no secret: it is looked up by its id. A bearer key is looked up by its
-- SHA-256 digest, which has 32 bytes, so no bearer key can ever match a dashboard key.
update api_key set secret_hash = uuid_send(key_id), shown_prefix = '' where kind = 'dashboard';

alter table api_key add constraint api_key_lookup check (
  case kind when 'dashboard' then secret_hash = uuid_send(key_id) else octet_length(secret_hash) = 32 end
);

comment on column api_key.secret_hash is 'SHA-256 of an owner''s key; of the dashboard''s key its own id';

-- Users who did not confirm their email are deleted some days after the last confirmation email.
create index app_user_unconfirmed on app_user (updated_at) where not email_verified;

-- Which secrets of the dashboard are in use. When one no longer is, what was signed with it is deleted.
create table dashboard_secret (
  fingerprint   text primary key,
  first_used_at timestamptz not null default now()
);

-- Signed with the secret itself until now, and from here on with keys that are derived from it.
delete from user_session;
delete from user_verification;

-- While a webhook secret is rotated, the one before signs beside it.
alter table webhook_secret
  add column previous_secret text,
  add column previous_valid_until timestamptz,
  add constraint webhook_secret_previous check ((previous_secret is null) = (previous_valid_until is null));

create index webhook_secret_previous_ends on webhook_secret (previous_valid_until)
  where previous_valid_until is not null;
