-- Tokens that an owner mints with a wallet of their own. The browser reports the transaction; what it minted is read from the chain.
create table wallet_mint (
  account_id    uuid not null,
  collection_id uuid not null,
  number        integer not null,
  token_uri     text not null,
  hash          text not null,
  token_id      text,
  created_at    timestamptz not null default now(),
  primary key (account_id, collection_id, number),
  foreign key (account_id, collection_id) references collection on delete cascade
);

comment on column wallet_mint.token_id is 'null until the transaction is mined';
