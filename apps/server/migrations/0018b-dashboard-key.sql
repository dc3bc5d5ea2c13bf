-- The key with which an account's own dashboard calls operations: one per account, never shown, never handed out.
alter table api_key add column kind text not null default 'owner' check (kind in ('owner', 'dashboard'));
create unique index api_key_dashboard on api_key (account_id) where kind = 'dashboard';
