-- A collection that wallets claim for themselves from a Solidity contract of its own (MintwrightDrop). The terms are stored
-- before the owner's wallet signs the deployment; the address is read from the chain when it is mined.
create table collection_drop (
  account_id           uuid not null,
  collection_id        uuid not null,
  chain_id             bigint not null,
  owner                text not null,
  name                 text not null,
  symbol               text not null,
  token_name           text not null,
  description          text not null,
  base_uri             text not null,
  supply               integer not null check (supply > 0),
  royalty_basis_points integer not null,
  price                text not null check (price ~ '^[0-9]{1,39}$'),
  starts_at            timestamptz not null,
  max_per_wallet       integer not null,
  allow_list           text,
  code_hash            text not null,
  hash                 text,
  hash_reported_at     timestamptz,
  address              text,
  created_at           timestamptz not null default now(),
  primary key (account_id, collection_id),
  foreign key (account_id, collection_id) references collection on delete cascade,
  check (address is null or hash is not null)
);

-- The public page is found by its Solidity contract.
create unique index collection_drop_address on collection_drop (chain_id, address) where address is not null;

comment on column collection_drop.price is 'of each token, in wei';
comment on column collection_drop.token_name is 'as it was entered: {id} stands for the number of the token';
comment on column collection_drop.base_uri is 'the IPFS folder with 1.json, 2.json and so on';
comment on column collection_drop.allow_list is 'the Merkle root of the wallets that may claim; null for every wallet';
comment on column collection_drop.code_hash is 'the Keccak-256 of the init code: only a transaction with exactly this code is its deployment';
comment on column collection_drop.hash is 'the transaction that deploys it, as the browser reported it';
comment on column collection_drop.address is 'null until the transaction is mined; in lower case';

-- Proofs are computed once: a visitor of the public page costs the lookup of one row.
create table drop_wallet (
  account_id    uuid not null,
  collection_id uuid not null,
  wallet        text not null,
  proof         jsonb not null,
  primary key (account_id, collection_id, wallet),
  foreign key (account_id, collection_id) references collection_drop on delete cascade
);

comment on column drop_wallet.wallet is 'in lower case';
comment on column drop_wallet.proof is 'a list of hashes, as hexadecimal text';
